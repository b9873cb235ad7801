import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const PRISM = resolve('test/judges/node_modules/@stoplight/prism-cli/dist/index.js')
const READY_LIMIT_MS = 30_000

const freePort = async (): Promise<number> => {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const acceptsConnections = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const waitUntilReady = async (prism: ChildProcess, port: number, output: () => string): Promise<void> => {
  const began = Date.now()
  while (!(await acceptsConnections(port))) {
    if (prism.exitCode !== null) throw new Error(`Prism ended with ${prism.exitCode}: ${output()}`)
    if (Date.now() - began > READY_LIMIT_MS)
      throw new Error(`Prism was not ready within ${READY_LIMIT_MS} ms: ${output()}`)
    await sleep(50)
  }
}

/** Runs Prism on a document while `work` runs: a mock, or with `upstream` a proxy that refuses every violation. */
export const withPrism = async <T>(
  document: object,
  { upstream }: { readonly upstream?: string },
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-prism-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const port = await freePort()
  const mode = upstream === undefined ? ['mock', file] : ['proxy', file, upstream]
  const prism = spawn(process.execPath, [PRISM, ...mode, '--errors', '--port', String(port), '--verboseLevel', 'warn'])
  let prismOutput = ''
  for (const stream of [prism.stdout, prism.stderr])
    stream.on('data', (text: Buffer) => (prismOutput += text.toString()))
  try {
    await waitUntilReady(prism, port, () => prismOutput)
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    prism.kill()
    if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit')
    rmSync(folder, { recursive: true })
  }
}

/** Serves a Web-standard function over HTTP on the loopback while `work` runs. */
export const withServer = async <T>(
  serve: (request: Request) => Promise<Response>,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const server: Server = createServer(async (incoming, outgoing) => {
    const hasBody =
      incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined
    const body = hasBody && incoming.method !== 'GET' ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}
    const url = `http://${incoming.headers.host}${incoming.url}`
    const init = { method: incoming.method, headers: incoming.headers, ...body } as unknown as RequestInit
    const response = await serve(new Request(url, init))
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(new Uint8Array(await response.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
