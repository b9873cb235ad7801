import { expect, test } from 'vitest'
import { generateAs, imagesUsed } from '../support/images.ts'
import { asPerson, newPerson } from '../support/people.ts'

interface Image {
  readonly id: string
  readonly status: string
  readonly image_url: string | null
}

test('a person generates an image within the plan, lists it, downloads it and deletes it', async () => {
  const ada = await newPerson()
  const { status, body } = await generateAs(ada, { prompt: 'a red fox' })
  expect([status, body.state, await imagesUsed(ada)]).toEqual([201, 'completed', 1])

  const image = await fetch(String(body.asset_url))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { body: listed } = await asPerson<{ images: Image[] }>(ada, 'GET', '/api/images', { as: 'listImages' })
  expect(listed.images).toMatchObject([{ id: body.id, status: 'completed', image_url: body.asset_url }])

  const path = `/api/images/${body.id}`
  expect((await asPerson(ada, 'GET', path, { as: 'getImage' })).body).toMatchObject({ prompt: 'a red fox' })
  expect((await asPerson(ada, 'DELETE', path, { as: 'deleteImage' })).status).toBe(204)
  expect([(await fetch(String(body.asset_url))).status, await imagesUsed(ada)]).toEqual([404, 1])
})
