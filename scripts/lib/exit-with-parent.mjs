// Preloaded into services (`node --import`): when the script that started them is gone, whatever way it went,
// the channel to it closes and they stop as on SIGTERM, so that no process is left behind.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
