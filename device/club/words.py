"""Words of the club's book, merged into `device.messages`."""

from __future__ import annotations

CLUB_WORDS: dict[str, tuple[str, str, str]] = {
    # the book itself
    "club_no_book": (
        "這裡沒有牌會的帳本：{path}（taicam club players 名字 會建立一本）",
        "这里没有牌会的账本：{path}（taicam club players 名字 会建立一本）",
        "there is no club book here: {path} (taicam club players NAME makes one)",
    ),
    "club_unwritable": (
        "帳本不能寫（{reason}）：檢查資料夾的權限，或用 --book 指定別的",
        "账本不能写（{reason}）：检查资料夹的权限，或用 --book 指定别的",
        "the book cannot be written ({reason}): check the folder's permissions or name another with"
        " --book",
    ),
    "club_disk_full": (
        "磁碟滿了，這一筆沒有記下（{reason}）：清出空間再記一次",
        "磁盘满了，这一笔没有记下（{reason}）：清出空间再记一次",
        "the disk is full and this was not written ({reason}): make room, then enter it again",
    ),
    "club_disk": (
        "磁碟不收也不給資料，這一筆沒有記下（{reason}）：檢查記憶卡",
        "磁盘不收也不给数据，这一笔没有记下（{reason}）：检查存储卡",
        "the disk failed and this was not written ({reason}): check the card",
    ),
    "club_locked": (
        "別的程式正在寫帳本，請再試一次",
        "别的程序正在写账本，请再试一次",
        "another program is writing into the book: try again",
    ),
    "club_damaged": (
        "帳本壞了（{reason}）：用 taicam club restore 取回備份",
        "账本坏了（{reason}）：用 taicam club restore 取回备份",
        "the book is damaged ({reason}): get a backup with taicam club restore",
    ),
    "club_away": (
        "連不上牌會的資料庫（{reason}）",
        "连不上牌会的数据库（{reason}）",
        "the club's database cannot be reached ({reason})",
    ),
    "club_database": ("資料庫：{reason}", "数据库：{reason}", "database: {reason}"),
    "club_bad_url": (
        "帳本的位址要是資料夾，或 postgresql://…（需要 pip install 'taicam[postgres]'）",
        "账本的位址要是资料夹，或 postgresql://…（需要 pip install 'taicam[postgres]'）",
        "a book is a folder, or postgresql://... (needs pip install 'taicam[postgres]')",
    ),
    "club_not_a_book": (
        "這個資料庫不是帳本",
        "这个数据库不是账本",
        "this database is no club book",
    ),
    "club_newer": (
        "帳本是新版程式寫的（{version}），請更新 taicam",
        "账本是新版程序写的（{version}），请更新 taicam",
        "a later program wrote this book ({version}): update taicam",
    ),
    "club_missing": (
        "記帳需要 pip install 'taicam[club]'（缺 {reason}）",
        "记账需要 pip install 'taicam[club]'（缺 {reason}）",
        "the book needs pip install 'taicam[club]' ({reason} is missing)",
    ),
    "club_exists": (
        "已經有東西了，不會覆蓋：{path}",
        "已经有东西了，不会覆盖：{path}",
        "something is there already and is not overwritten: {path}",
    ),
    "club_no_backup": (
        "這不是完整的備份檔：{path}",
        "这不是完整的备份档：{path}",
        "this is no whole backup: {path}",
    ),
    "club_backup_damaged": (
        "備份檔壞了：{what}",
        "备份档坏了：{what}",
        "the backup is damaged: {what}",
    ),
    "club_holds": (
        "{events} 筆、{pictures} 張照片：{path}",
        "{events} 笔、{pictures} 张照片：{path}",
        "{events} entries, {pictures} pictures: {path}",
    ),
    "club_missing_picture": (
        "這張照片早就不見或壞了：{sha}",
        "这张照片早就不见或坏了：{sha}",
        "this picture was gone or damaged before: {sha}",
    ),
    "club_tidied": (
        "刪了 {pictures} 張舊照片、{files} 個沒用的檔案（{size} MB）",
        "删了 {pictures} 张旧照片、{files} 个没用的文件（{size} MB）",
        "deleted {pictures} old pictures and {files} leftovers ({size} MB)",
    ),
    "club_forgotten": (
        "名字刪掉了，帳上是 {name}；以前匯出的檔案和備份要自己刪",
        "名字删掉了，账上是 {name}；以前导出的文件和备份要自己删",
        "the name is gone, the book says {name}; exports and backups made before still have it",
    ),
    "club_sent": (
        "送了 {count} 筆到牌會",
        "送了 {count} 笔到牌会",
        "{count} entries sent to the club",
    ),
    "club_check_clean": ("帳本完好", "账本完好", "the book is whole"),
    # what `check` finds
    "club_check_file": (
        "帳本檔案壞了：{reason}",
        "账本档案坏了：{reason}",
        "the book's file is damaged: {reason}",
    ),
    "club_check_line": (
        "{table} 桌第 {number} 筆被改過或缺了",
        "{table} 桌第 {number} 笔被改过或缺了",
        "table {table}: entry {number} was changed or is missing",
    ),
    "club_check_contradiction": (
        "紀錄互相矛盾：{reason}",
        "记录互相矛盾：{reason}",
        "the entries contradict each other: {reason}",
    ),
    "club_check_derived": (
        "{what} 表有 {count} 列和紀錄不符：{where}",
        "{what} 表有 {count} 列和记录不符：{where}",
        "{count} rows of {what} are not what the entries give: {where}",
    ),
    "club_check_sum": (
        "{count} 處的錢加起來不是零：{where}",
        "{count} 处的钱加起来不是零：{where}",
        "money does not sum to zero in {count} places: {where}",
    ),
    "club_check_evidence": (
        "{count} 份證據不見或壞了：{where}",
        "{count} 份证据不见或坏了：{where}",
        "{count} pieces of evidence are missing or damaged: {where}",
    ),
    "club_check_picture": (
        "{count} 張照片不見或壞了：{where}",
        "{count} 张照片不见或坏了：{where}",
        "{count} pictures are missing or damaged: {where}",
    ),
    # what it does not take
    "club_invalid": (
        "{where} 不對：{reason}",
        "{where} 不对：{reason}",
        "{where} cannot be: {reason}",
    ),
    "club_contradiction": (
        "和第 {number} 筆矛盾：{reason}",
        "和第 {number} 笔矛盾：{reason}",
        "it contradicts entry {number}: {reason}",
    ),
    "club_no_game": ("沒有這一局：{game}", "没有这一局：{game}", "no such game: {game}"),
    "club_none_on": (
        "現在沒有牌局，先用 taicam club start 四個人的名字",
        "现在没有牌局，先用 taicam club start 四个人的名字",
        "no game is going on: begin one with taicam club start and four names",
    ),
    "club_game_on": (
        "牌局還沒結束，先用 taicam club end",
        "牌局还没结束，先用 taicam club end",
        "a game is going on: end it first with taicam club end",
    ),
    "club_game_exists": ("這一局已經有了", "这一局已经有了", "this game is there already"),
    "club_game_over": (
        "這一局已經結束，不能再記",
        "这一局已经结束，不能再记",
        "this game is over: nothing more can be entered",
    ),
    "club_rounds_over": (
        "四圈打完了：用 taicam club next 開始下一將，或 taicam club end",
        "四圈打完了：用 taicam club next 开始下一将，或 taicam club end",
        "the four rounds are over: begin the next with taicam club next, or taicam club end",
    ),
    "club_not_of_a_game": (
        "這種記錄不屬於牌局：{what}",
        "这种记录不属于牌局：{what}",
        "this kind of entry is not of a game: {what}",
    ),
    "club_bettor_plays": (
        "外插的人不能是桌上的四家",
        "外插的人不能是桌上的四家",
        "who bets from outside cannot be one of the four players",
    ),
    "club_four_people": ("要四個不同的人", "要四个不同的人", "four different people play"),
    "club_bank_people": (
        "太婆制的四個人不能換，先用 taicam club end",
        "太婆制的四个人不能换，先用 taicam club end",
        "the four of a bank stay the same: end the game first with taicam club end",
    ),
    "club_no_stake": (
        "規則 {rules} 沒有這個金額：{name}",
        "规则 {rules} 没有这个金额：{name}",
        "rules {rules} have no such amount: {name}",
    ),
    "club_no_event": (
        "沒有這一筆：{event}（taicam club log 列出來）",
        "没有这一笔：{event}（taicam club log 列出来）",
        "no such entry: {event} (taicam club log lists them)",
    ),
    "club_already_undone": (
        "第 {number} 筆已經取消了",
        "第 {number} 笔已经取消了",
        "entry {number} is undone already",
    ),
    "club_other_kind": (
        "只能改成同一種記錄",
        "只能改成同一种记录",
        "an entry can only be corrected to one of the same kind",
    ),
    "club_other_subject": (
        "更正不能換到別的牌局、牌聚或別人",
        "更正不能换到别的牌局、牌聚或别人",
        "a correction stays with the same game, evening and person",
    ),
    "club_game_has_hands": (
        "這一局已有記錄，先取消那些",
        "这一局已有记录，先取消那些",
        "the game has entries: undo those first",
    ),
    "club_role": (
        "只看的人不能記帳",
        "只看的人不能记账",
        "who only looks on cannot write into the book",
    ),
    "club_organiser": (
        "已經結束的只有主辦人能改",
        "已经结束的只有主办人能改",
        "only an organiser changes what is over",
    ),
    "club_reason": (
        "請寫下原因（--reason）",
        "请写下原因（--reason）",
        "say why (--reason)",
    ),
    # people and evenings
    "club_no_player": (
        "沒有這個人：{name}{hint}",
        "没有这个人：{name}{hint}",
        "no such player: {name}{hint}",
    ),
    "club_not_seated": (
        "{name} 不在這一桌（{players}）",
        "{name} 不在这一桌（{players}）",
        "{name} does not sit at this table ({players})",
    ),
    "club_name": (
        "名字要 1 到 {most} 個看得見的字",
        "名字要 1 到 {most} 个看得见的字",
        "a name has 1 to {most} characters that can be seen",
    ),
    "club_name_taken": (
        "已經有人叫 {name}，請加個字分清楚",
        "已经有人叫 {name}，请加个字分清楚",
        "somebody is called {name} already: add something to tell them apart",
    ),
    "club_player_played": (
        "打過牌的人不能取消（可以用 taicam club forget 刪去名字）",
        "打过牌的人不能取消（可以用 taicam club forget 删去名字）",
        "who has played cannot be undone (taicam club forget deletes the name)",
    ),
    "club_same_person": ("付的和收的是同一個人", "付的和收的是同一个人", "one cannot pay oneself"),
    "club_no_evening": ("沒有這次牌聚", "没有这次牌聚", "there is no such evening"),
    "club_no_evening_on": (
        "現在沒有牌聚",
        "现在没有牌聚",
        "no evening is going on",
    ),
    "club_evening_closed": (
        "這次牌聚已經結束（取消「結束」才能再記）",
        "这次牌聚已经结束（取消「结束」才能再记）",
        "this evening is closed (undo its closing to enter more)",
    ),
    "club_evening_has_games": (
        "這次牌聚有牌局，不能取消",
        "这次牌聚有牌局，不能取消",
        "this evening has games and cannot be undone",
    ),
    "club_game_goes_on": (
        "還有牌局沒結束",
        "还有牌局没结束",
        "a game is still going on",
    ),
    # books of several tables
    "club_gap": (
        "牌桌 {table} 少了第 {number} 筆",
        "牌桌 {table} 少了第 {number} 笔",
        "entry {number} of table {table} is missing",
    ),
    "club_other_event": (
        "牌桌 {table} 的第 {number} 筆和這裡的不同",
        "牌桌 {table} 的第 {number} 笔和这里的不同",
        "entry {number} of table {table} is another one here",
    ),
    "club_broken_chain": (
        "牌桌 {table} 的第 {number} 筆被改過，和雜湊值不合",
        "牌桌 {table} 的第 {number} 笔被改过，和哈希值不合",
        "entry {number} of table {table} was changed: its hash does not fit",
    ),
    "club_other_evidence": (
        "證據和雜湊值不合：{sha}",
        "证据和哈希值不合：{sha}",
        "evidence does not fit its hash: {sha}",
    ),
    # commands
    "club_hand_or_tai": (
        "胡牌要寫手牌、照片（--photo）或只報台數（--tai）其中一種",
        "胡牌要写手牌、照片（--photo）或只报台数（--tai）其中一种",
        "a win is told by its tiles, by a photo (--photo) or by a called total (--tai): one of them",
    ),
    "club_no_source": (
        "誰放銃？寫 --from 名字，自摸寫 --self-draw",
        "谁点炮？写 --from 名字，自摸写 --self-draw",
        "who discarded it? say --from NAME, or --self-draw",
    ),
    "club_seat_differs": (
        "{name} 的門風是{known}，不是{said}",
        "{name} 的门风是{known}，不是{said}",
        "{name} has the seat wind {known}, not {said}",
    ),
    "club_open_doubt": (
        "照片還有不確定的牌，沒有記下：先用 taicam snap 看清楚，或打出手牌",
        "照片还有不确定的牌，没有记下：先用 taicam snap 看清楚，或打出手牌",
        "the photo leaves a doubt, nothing was written: look with taicam snap, or type the hand",
    ),
    "club_bad_dice": (
        '骰子寫成 3 個 1 到 6 的數字，例如 "3 4 5"：{text}',
        '骰子写成 3 个 1 到 6 的数字，例如 "3 4 5"：{text}',
        'dice are numbers from 1 to 6, as "3 4 5": {text}',
    ),
    "club_bad_bet": (
        "內插寫成 名字=底數，外插寫成 名字:誰=底/台：{text}",
        "内插写成 名字=底数，外插写成 名字:谁=底/台：{text}",
        "a bet is NAME=BASES, or from outside NAME:PLAYER=BASE/TAI: {text}",
    ),
    "club_foul_unknown": (
        "沒有這種違規：{name}（有 {known}）",
        "没有这种违规：{name}（有 {known}）",
        "no such foul: {name} (there are {known})",
    ),
    "club_written": ("第 {number} 筆", "第 {number} 笔", "entry {number}"),
    "club_now": (
        "{round}圈 {dealer}莊　第 {hand} 盤",
        "{round}圈 {dealer}庄　第 {hand} 盘",
        "{round} round, {dealer} deals, hand {hand}",
    ),
    "club_streak": ("連 {count}", "连 {count}", "streak {count}"),
    "club_rounds_done": ("四圈打完", "四圈打完", "the rounds are over"),
    "club_ended": ("已結束", "已结束", "over"),
    "club_wall_at": ("開門 {name}", "开门 {name}", "the wall opens before {name}"),
    "club_pot": ("罰金", "罚金", "pot"),
    "club_changed": (
        "後面也變了：第 {numbers} 筆",
        "后面也变了：第 {numbers} 笔",
        "later entries changed with it: {numbers}",
    ),
    "club_replayed": (
        "重算 {wins} 次胡牌（{called} 次只報台數），{count} 處不同",
        "重算 {wins} 次胡牌（{called} 次只报台数），{count} 处不同",
        "counted {wins} wins again ({called} of them called without tiles): {count} differ",
    ),
    "club_difference": (
        "第 {number} 筆 {what}：記的是 {was}，現在是 {now}",
        "第 {number} 笔 {what}：记的是 {was}，现在是 {now}",
        "entry {number}, {what}: {was} was written, {now} it is now",
    ),
    "club_what_total": ("台數", "台数", "total"),
    "club_what_items": ("台型", "台型", "items"),
    "club_what_rules": ("規則", "规则", "rules"),
    "club_what_unscored": ("不能算", "不能算", "cannot be scored"),
    "club_kind_player": ("入會", "入会", "new player"),
    "club_kind_evening": ("牌聚開始", "牌聚开始", "evening opened"),
    "club_kind_evening_closed": ("牌聚結束", "牌聚结束", "evening closed"),
    "club_kind_game": ("牌局開始", "牌局开始", "game begun"),
    "club_kind_wall": ("開門", "开门", "wall opened"),
    "club_kind_bets": ("插花", "插花", "side bets"),
    "club_kind_win": ("胡", "胡", "win"),
    "club_kind_noted": ("記下一手", "记下一手", "hand noted"),
    "club_kind_draw": ("荒局", "荒局", "drawn hand"),
    "club_kind_foul": ("違規", "违规", "foul"),
    "club_kind_payment": ("付款", "付款", "payment"),
    "club_kind_position": ("更正莊位", "更正庄位", "dealer set"),
    "club_kind_next": ("下一將", "下一将", "next rounds"),
    "club_kind_game_ended": ("牌局結束", "牌局结束", "game ended"),
    "club_kind_chips": ("買籌碼", "买筹码", "chips"),
    "club_kind_paid": ("還款", "还款", "debt paid"),
    "club_kind_undo": ("取消", "取消", "undone"),
    "club_kind_correct": ("更正", "更正", "corrected"),
}
"""Key to words in the order of `device.messages.LANGUAGES`."""
