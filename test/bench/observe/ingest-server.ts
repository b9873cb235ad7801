import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answeringTable, bareTable } from './answering-table.ts'
import { tracesRoute } from './traces-route.ts'

// Serves the OTLP route behind Node's own server in a separate process, so that its CPU time is separate from the
// load's. `ingest-server.ts NOW sdk|bare`: the current time in milliseconds since 1970, and the client of the table.
const [now, tableClient] = process.argv.slice(2)
const ingestTraces = tracesRoute((tableClient === 'sdk' ? answeringTable : bareTable)('edge'), Number(now))

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const { status, body } = await ingestTraces(await bodyOf(request))
  response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
