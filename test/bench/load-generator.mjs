// Runs in a separate process, so that the load's CPU time is not the server's. Each connection has its share of the
// paths, so that each path is requested once.
import autocannon from 'autocannon'

const connections = 4

process.on('message', ({ url, paths }) => {
  let next = 0
  const started = performance.now()
  let last = started
  const run = autocannon({
    url,
    connections,
    amount: paths.length,
    timeout: 60,
    setupClient(client) {
      const share = paths.filter((_, i) => i % connections === next)
      next += 1
      client.setRequests(share.map((path) => ({ method: 'GET', path })))
    },
  })
  run.on('response', () => {
    last = performance.now()
  })
  run.then((result) => {
    const refused = result.non2xx + result.errors
    process.send({ refused, answered: result['2xx'], seconds: (last - started) / 1000, p50: result.latency.p50 })
  })
})
process.send({ url: '' })
