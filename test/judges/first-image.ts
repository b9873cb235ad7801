import { withSystem } from './running-system.ts'

/** Starts the system as the README says, asks for a draft with a demo key, fetches the image, and stops it with Ctrl-C. */
const LIMIT_MS = 60_000
const began = Date.now()

await withSystem(4600, async ({ urls, identities }) => {
  const answer = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${identities.free.genKey}` },
    body: JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier: 'draft' }),
  })
  const job = (await answer.json()) as { state: string; asset_url: string }
  if (answer.status !== 201 || job.state !== 'completed')
    throw new Error(`Answered ${answer.status} ${JSON.stringify(job)}`)
  const image = await fetch(job.asset_url)
  const bytes = (await image.arrayBuffer()).byteLength
  if (!image.ok || bytes < 1000) throw new Error(`The image answered ${image.status} with ${bytes} bytes`)
  const ms = Date.now() - began
  if (ms > LIMIT_MS) throw new Error(`It took ${ms} ms`)
  console.log(`figures: a draft image ${ms} ms after npm start`)
})
