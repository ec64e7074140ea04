// Loaded into the server by start-aviary.mjs: stops it in good order when its starter has been killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
