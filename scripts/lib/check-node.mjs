// Every script imports this first, so that an unsupported Node version fails with a message instead of a syntax
// error or a package error. `engines` of package.json has the same versions for npm.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!(major === 20 ? minor >= 19 : major === 22 ? minor >= 13 : major >= 24)) {
  process.stderr.write(
    `Social Feed needs Node 20.19 or newer of 20, 22.13 or newer of 22, or 24 and newer, and this is Node ${process.versions.node}; install one of them and try again.\n`,
  );
  process.exit(1);
}
