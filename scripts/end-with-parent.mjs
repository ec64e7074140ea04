// Loaded into the server by start-aviary.mjs: stops the server cleanly if its parent process was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
