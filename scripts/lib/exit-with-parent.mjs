// Preloaded into services (`node --import`). When the script that started them ends, for any reason, the channel to
// it closes and they stop as on SIGTERM, so that no process is left behind.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
