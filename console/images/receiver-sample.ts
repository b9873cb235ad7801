/** A receiver that verifies webhook signatures, as in docs/images.md. */
export const RECEIVER = `// WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
createServer(async (request, response) => {
  const body = await text(request)
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = request.headers
  const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64')}\`)
  const received = signatures.split(' ').map((signature) => Buffer.from(signature))
  const isSigned = received.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  if (isSigned && isRecent) console.log(id, JSON.parse(body).type)
  response.writeHead(isSigned && isRecent ? 204 : 401).end()
}).listen(9000)`
