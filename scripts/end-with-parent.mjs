// Loaded into the server by start-aviary.mjs: stops it cleanly when its starter was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
