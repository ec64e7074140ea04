// Loads one URL for a while and prints the results.
import autocannon from 'autocannon'

const { url, headers, seconds, connections } = JSON.parse(process.argv[2])
const result = await autocannon({ url, headers, duration: seconds, connections })
const wrong = result.non2xx + result.errors + result.timeouts
console.log(JSON.stringify({ perSecond: result.requests.average, wrong }))
