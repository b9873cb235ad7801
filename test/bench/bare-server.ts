import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The upper bound of the machine: Node's own server returns the response of the health route.
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
