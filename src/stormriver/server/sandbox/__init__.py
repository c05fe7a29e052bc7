"""The sandbox: a process with limits of memory and time, in which tables play with packs that strangers wrote."""
