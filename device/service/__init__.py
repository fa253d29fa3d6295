"""Running for months: the systemd unit, and telling systemd that work goes on."""
