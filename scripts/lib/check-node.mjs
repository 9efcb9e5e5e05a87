// Imported first by every script, so that an old Node ends in one sentence instead of a syntax error.
const MINIMUM = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  process.stderr.write(
    `Social Feed needs Node ${MINIMUM.join('.')} or newer, and this is Node ${process.versions.node}; install a newer Node and try again.\n`,
  );
  process.exit(1);
}
