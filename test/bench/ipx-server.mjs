// Runs in a separate process: ipx requires another version of sharp, and two versions cannot share a process.
import { createServer } from 'node:http'
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx'

const [dir] = process.argv.slice(2)
const ipx = createIPX({ storage: ipxFSStorage({ dir }) })
const server = createServer(createIPXNodeServer(ipx))
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
