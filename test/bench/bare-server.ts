import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The machine's upper bound: the answer of the health route, from Node's own server.
const body = Buffer.from('{"status":"ok"}')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
