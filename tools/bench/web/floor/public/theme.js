// The app begins with a script of this name, too.
