import { withFlags } from '@signet/flags/web'
import { flags } from './flags.ts'

const contextOf = (request: Request) => ({ user: request.headers.get('x-user') ?? undefined })

const serve = withFlags({ flags, contextOf }, (_, { flags: bound }) => {
  const banner = bound.getPayload('banner')?.text
  return Response.json({ banner })
})

const answer = await serve(new Request('https://shop.test/', { headers: { 'x-user': 'ada' } }))
console.log(await answer.json())
