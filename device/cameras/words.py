"""Words about cameras, merged into `device.messages`."""

from __future__ import annotations

# key: (traditional, simplified, English)
CAMERA_WORDS: dict[str, tuple[str, str, str]] = {
    # which camera
    "camera_unknown": (
        "看不懂相機「{text}」：要寫 pi、usb:0、/dev/v4l/by-id/...、http://...、rtsp://...、影片或資料夾",
        "看不懂相机「{text}」：要写 pi、usb:0、/dev/v4l/by-id/...、http://...、rtsp://...、视频或文件夹",
        "no such camera: {text!r}; write pi, usb:0, /dev/v4l/by-id/..., http://..., rtsp://..., a video or a folder",
    ),
    "camera_number": (
        "相機編號要寫 0 到 63，不是「{text}」",
        "相机编号要写 0 到 63，不是「{text}」",
        "a camera's number is 0 to 63, not {text!r}",
    ),
    "camera_size": (
        "相機的大小要寫成 @1920x1080（每邊 160 到 10000），不是「{text}」",
        "相机的大小要写成 @1920x1080（每边 160 到 10000），不是「{text}」",
        "a camera's size is written @1920x1080 (each side 160 to 10000), not {text!r}",
    ),
    "camera_url": (
        "相機的網址不對：{text}",
        "相机的网址不对：{text}",
        "this is no address of a camera: {text}",
    ),
    "camera_faults": (
        "看不懂「{text}」，要寫成 black@10+5（第 10 秒起 5 秒），有的是 {known}",
        "看不懂「{text}」，要写成 black@10+5（第 10 秒起 5 秒），有的是 {known}",
        "cannot read {text!r}: write black@10+5 (from second 10 for 5 seconds); there are {known}",
    ),
    # opening and reading
    "camera_missing": (
        "找不到相機，請檢查接線：{camera}",
        "找不到相机，请检查接线：{camera}",
        "there is no camera, check its cable: {camera}",
    ),
    "camera_denied": (
        "沒有權限用相機（把使用者加進 video 群組）：{camera}",
        "没有权限用相机（把用户加进 video 组）：{camera}",
        "not allowed to use the camera (add the user to the group video): {camera}",
    ),
    "camera_busy": (
        "相機打不開，可能別的程式在用：{camera}",
        "相机打不开，可能别的程序在用：{camera}",
        "the camera does not open, perhaps another program uses it: {camera}",
    ),
    "camera_refused": (
        "相機打不開（{reason}）：{camera}",
        "相机打不开（{reason}）：{camera}",
        "the camera does not open ({reason}): {camera}",
    ),
    "camera_lost": ("相機斷了：{camera}", "相机断了：{camera}", "the camera is gone: {camera}"),
    "camera_silent": (
        "相機沒有回應：{camera}",
        "相机没有响应：{camera}",
        "the camera does not answer: {camera}",
    ),
    "camera_black": (
        "相機只給全黑的畫面，蓋著鏡頭或沒有燈？{camera}",
        "相机只给全黑的画面，盖着镜头或没有灯？{camera}",
        "the camera gives black pictures only, is the lens covered, or is it dark? {camera}",
    ),
    "camera_no_picamera2": (
        "沒有 picamera2：sudo apt install python3-picamera2，環境要用 --system-site-packages 建立",
        "没有 picamera2：sudo apt install python3-picamera2，环境要用 --system-site-packages 建立",
        "there is no picamera2: sudo apt install python3-picamera2, and make the environment with --system-site-packages",
    ),
    "camera_picamera2_broken": (
        "picamera2 用不了（{reason}）",
        "picamera2 用不了（{reason}）",
        "picamera2 cannot be used ({reason})",
    ),
    "camera_host": (
        "找不到這台機器：{host}",
        "找不到这台机器：{host}",
        "no such machine: {host}",
    ),
    "camera_no_server": (
        "連不上（{reason}）：{camera}",
        "连不上（{reason}）：{camera}",
        "cannot connect ({reason}): {camera}",
    ),
    "camera_http": (
        "對方回答 {code}（{reason}），網址對嗎？{camera}",
        "对方回答 {code}（{reason}），网址对吗？{camera}",
        "the server answers {code} ({reason}), is the address right? {camera}",
    ),
    "camera_no_video": (
        "這裡沒有影像（{kind}）：{camera}",
        "这里没有视频（{kind}）：{camera}",
        "there is no video here ({kind}): {camera}",
    ),
    "camera_slow": (
        "{seconds} 秒內沒有影像：{camera}",
        "{seconds} 秒内没有视频：{camera}",
        "no video within {seconds} seconds: {camera}",
    ),
    "camera_not_video": (
        "這個檔案不是影片：{path}",
        "这个文件不是视频：{path}",
        "this file is no video: {path}",
    ),
    "camera_no_pictures": (
        "資料夾裡沒有讀得懂的圖：{path}",
        "文件夹里没有读得懂的图：{path}",
        "the folder has no picture that can be read: {path}",
    ),
    # states
    "camera_line": ("相機 {camera}：{words}", "相机 {camera}：{words}", "camera {camera}: {words}"),
    "camera_because": ("{line}，{why}", "{line}，{why}", "{line}, {why}"),
    "camera_is_starting": ("啟動中", "启动中", "starting"),
    "camera_is_online": ("正常", "正常", "online"),
    "camera_came_online": (
        "正常（等了 {seconds} 秒）",
        "正常（等了 {seconds} 秒）",
        "online (after {seconds} s)",
    ),
    "camera_is_stale": (
        "畫面停了 {seconds} 秒",
        "画面停了 {seconds} 秒",
        "no new picture for {seconds} s",
    ),
    "camera_is_offline": ("沒有畫面", "没有画面", "no picture"),
    "camera_is_recovering": ("又有畫面了", "又有画面了", "pictures again"),
    "camera_is_failed": ("不能用", "不能用", "failed"),
    "camera_cause_stalled": (
        "相機不再給新的",
        "相机不再给新的",
        "the camera gives nothing new",
    ),
    "camera_cause_lost": ("相機斷線，正在重連", "相机断线，正在重连", "it is gone, trying again"),
    "camera_cause_refused": ("打不開", "打不开", "it does not open"),
    "camera_cause_black": (
        "全黑：蓋著鏡頭或沒有燈",
        "全黑：盖着镜头或没有灯",
        "all is black: the lens is covered or there is no light",
    ),
    "camera_cause_frozen": (
        "畫面凍住了",
        "画面冻住了",
        "the picture is frozen",
    ),
    "camera_cause_rotated": (
        "畫面轉了 90 度，請轉回來或重新設定",
        "画面转了 90 度，请转回来或重新设定",
        "the picture is turned by 90 degrees: turn it back or set up again",
    ),
    "camera_cause_resized": (
        "畫面大小變了，請重新設定",
        "画面大小变了，请重新设定",
        "the picture has another size: set up again",
    ),
    "camera_cause_stuck": (
        "相機卡住了，請拔掉再插",
        "相机卡住了，请拔掉再插",
        "it hangs: unplug it and plug it in again",
    ),
    "camera_cause_ended": ("播完了", "播完了", "the film has ended"),
    # aiming
    "aim_dark": ("太暗，請開燈", "太暗，请开灯", "too dark: more light"),
    "aim_glare": (
        "{where}反光，請移開燈或相機",
        "{where}反光，请移开灯或相机",
        "glare {where}: move the lamp or the camera",
    ),
    "aim_blurred": (
        "不清楚，請對焦、擦鏡頭、固定相機",
        "不清楚，请对焦、擦镜头、固定相机",
        "blurred: focus, wipe the lens, hold the camera still",
    ),
    "aim_small": (
        "牌太小（寬 {value} 像素，至少 {least}），請靠近或提高解析度",
        "牌太小（宽 {value} 像素，至少 {least}），请靠近或提高分辨率",
        "tiles are too small ({value} pixels wide, {least} at least): go nearer or use more pixels",
    ),
    "aim_good": ("可以了", "可以了", "good"),
    "where_left-far": ("左上", "左上", "at the top left"),
    "where_far": ("上方", "上方", "at the top"),
    "where_right-far": ("右上", "右上", "at the top right"),
    "where_left": ("左邊", "左边", "on the left"),
    "where_middle": ("中間", "中间", "in the middle"),
    "where_right": ("右邊", "右边", "on the right"),
    "where_left-near": ("左下", "左下", "at the bottom left"),
    "where_near": ("下方", "下方", "at the bottom"),
    "where_right-near": ("右下", "右下", "at the bottom right"),
}
