"""Words about the service and the machine, merged into `device.messages`."""

from __future__ import annotations

# key: (traditional, simplified, English)
SERVICE_WORDS: dict[str, tuple[str, str, str]] = {
    "service_user": (
        "使用者名稱要用小寫字母、數字、- 和 _：{name}",
        "用户名要用小写字母、数字、- 和 _：{name}",
        "a user's name has small letters, digits, - and _: {name}",
    ),
    "service_command": (
        "服務要執行 taicam 的指令（{known}），不是「{word}」",
        "服务要执行 taicam 的命令（{known}），不是「{word}」",
        "the service runs a command of taicam ({known}), not {word!r}",
    ),
    "service_line": (
        "服務的指令不能有換行",
        "服务的命令不能有换行",
        "the service's command must be one line",
    ),
    "service_no_systemd": (
        "這台機器沒有 systemd，不能裝成服務（--print 只看設定）",
        "这台机器没有 systemd，不能装成服务（--print 只看设置）",
        "there is no systemd here, so no service can be installed (--print only shows the unit)",
    ),
    "service_root": (
        "要有管理者權限：{command}",
        "要有管理员权限：{command}",
        "this needs root: {command}",
    ),
    "service_unwritable": (
        "寫不出 {path}（{reason}）",
        "写不出 {path}（{reason}）",
        "cannot write {path} ({reason})",
    ),
    "service_failed": (
        "{command} 沒有成功：{reason}",
        "{command} 没有成功：{reason}",
        "{command} failed: {reason}",
    ),
    "service_hidden": (
        "使用者 {user} 讀不到程式 {path}，請裝到 /opt 之類的地方",
        "用户 {user} 读不到程序 {path}，请装到 /opt 之类的地方",
        "the user {user} cannot read the program {path}: install it under /opt, for example",
    ),
    "service_installed": (
        "服務裝好了，開機會自己啟動：{path}",
        "服务装好了，开机会自己启动：{path}",
        "the service is installed and starts with the machine: {path}",
    ),
    "service_look": (
        "看狀態：taicam service status；看紀錄：journalctl -u {name}",
        "看状态：taicam service status；看日志：journalctl -u {name}",
        "its state: taicam service status; its log: journalctl -u {name}",
    ),
    "service_removed": (
        "服務移除了，資料還在 {path}",
        "服务移除了，数据还在 {path}",
        "the service is removed, its data stays in {path}",
    ),
    "service_absent": ("服務沒有裝", "服务没有装", "the service is not installed"),
    "service_is_active": ("服務執行中", "服务运行中", "the service runs"),
    "service_is_activating": ("服務啟動中", "服务启动中", "the service starts"),
    "service_is_inactive": ("服務停著", "服务停着", "the service is stopped"),
    "service_is_failed": ("服務失敗了", "服务失败了", "the service has failed"),
    "service_since": ("開始", "开始", "since"),
    "service_restarts": ("重新啟動", "重新启动", "restarts"),
    "service_memory": ("記憶體", "内存", "memory"),
    "service_says": ("它說", "它说", "it says"),
    # the machine
    "cameras": ("有的相機", "有的相机", "cameras"),
    "displays": ("小螢幕", "小屏幕", "screens"),
    "data": ("資料", "数据", "data"),
    "temperature": ("溫度", "温度", "temperature"),
    "power": ("電源", "电源", "power"),
    "clock": ("時鐘", "时钟", "clock"),
    "attention": ("注意", "注意", "attention"),
    "clock_network": ("網路校時", "网络校时", "set over the network"),
    "clock_own": ("沒有校時", "没有校时", "not set over the network"),
    "doctor_free": ("還有 {free} GB", "还有 {free} GB", "{free} GB free"),
    "doctor_failed": ("看不到（{reason}）", "看不到（{reason}）", "cannot be told ({reason})"),
    "doctor_disk_full": (
        "磁碟快滿了，請清出空間",
        "磁盘快满了，请清出空间",
        "the disk is almost full: make room",
    ),
    "doctor_unwritable": (
        "資料夾不能寫，牌局記不下來",
        "数据文件夹不能写，牌局记不下来",
        "the data folder cannot be written, no hand can be kept",
    ),
    "doctor_clock": (
        "時鐘不對：比已有的檔案還早",
        "时钟不对：比已有的文件还早",
        "the clock is wrong: it is before files that are there",
    ),
    "doctor_hot": (
        "太熱，機器變慢了，請加散熱",
        "太热，机器变慢了，请加散热",
        "too hot, the machine is slowed: cool it",
    ),
    "doctor_under_voltage": (
        "電壓不足，請換電源或電線",
        "电压不足，请换电源或电线",
        "the voltage is too low: another power supply or cable",
    ),
    "doctor_capped": (
        "頻率受限，機器變慢了",
        "频率受限，机器变慢了",
        "its clock is held down, the machine is slowed",
    ),
    "doctor_throttled": (
        "降速中，機器變慢了",
        "降速中，机器变慢了",
        "it is throttled, the machine is slowed",
    ),
    "doctor_hot_before": (
        "開機後曾經太熱",
        "开机后曾经太热",
        "it has been too hot since the start",
    ),
    "doctor_under_voltage_before": (
        "開機後曾經電壓不足，請換電源或電線",
        "开机后曾经电压不足，请换电源或电线",
        "the voltage has been too low since the start: another power supply or cable",
    ),
    "doctor_capped_before": (
        "開機後頻率曾經受限",
        "开机后频率曾经受限",
        "its clock has been held down since the start",
    ),
    "doctor_throttled_before": (
        "開機後曾經降速",
        "开机后曾经降速",
        "it has been throttled since the start",
    ),
}
