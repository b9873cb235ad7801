import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { killAt } from '../../support/control.ts'
import { generateAs, imagesUsed, orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

interface Image {
  readonly id: string
  readonly status: string
  readonly prompt: string
}

const list = (person: Person, query = '') =>
  asPerson<{ images: Image[] }>(person, 'GET', `/api/images${query}`, { as: 'listImages' })
const getImage = (person: Person, id: string) => asPerson<Image>(person, 'GET', `/api/images/${id}`, { as: 'getImage' })
const remove = (person: Person, id: string) => asPerson(person, 'DELETE', `/api/images/${id}`, { as: 'deleteImage' })

/** Moves the job as a worker would, for a test that needs it in this state. */
const setState = async (person: Person, id: string, state: string): Promise<void> => {
  await table().send(
    new UpdateCommand({
      TableName: testStack().table,
      Key: { pk: `TENANT#${await orgOf(person)}`, sk: `JOB#${id}` },
      UpdateExpression: 'SET #state = :state',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': state },
    }),
  )
}

describe('images', () => {
  verifies(['PLA-4.8-1', 'PLA-2.9-1'], 'listImages 200, newest first, by limit, offset and state', async () => {
    const ada = await newPerson()
    expect((await list(ada)).body).toEqual({ images: [] })
    for (const prompt of ['one', 'two', 'three']) await generateAs(ada, { prompt })
    const prompts = async (query: string) => (await list(ada, query)).body.images.map(({ prompt }) => prompt)
    expect(await prompts('')).toEqual(['three', 'two', 'one'])
    expect(await prompts('?limit=1&offset=1')).toEqual(['two'])
    expect(await prompts('?offset=3')).toEqual([])
    expect(await prompts('?state=pending')).toEqual([])
    expect(await prompts('?state=completed&limit=2')).toEqual(['three', 'two'])
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?state=queued', '?cursor=x']) {
      expect([query, (await list(ada, query)).status]).toEqual([query, 400])
    }
  })

  verifies(['PLA-4.8-6', 'PLA-7-2'], 'getImage 200; 404 for another tenant’s image as for an absent one', async () => {
    const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
    const { id, asset_url } = (await generateAs(ada)).body
    const { status, body } = await getImage(ada, id)
    expect([status, body]).toEqual([
      200,
      {
        id,
        prompt: 'a red fox',
        quality_tier: 'draft',
        status: 'completed',
        image_url: asset_url,
        error: null,
        created_at: expect.any(String),
      },
    ])
    const foreign = await getImage(bob, id)
    const absent = await getImage(bob, 'none')
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    expect((await list(bob)).body.images).toEqual([])
  })

  verifies('PLA-4.8-7', 'deleteImage 204 removes its files, then returns 404; it stays counted', async () => {
    const ada = await newPerson()
    const { id, asset_url } = (await generateAs(ada)).body
    expect((await remove(ada, id)).status).toBe(204)
    expect([(await remove(ada, id)).status, (await getImage(ada, id)).status]).toEqual([404, 404])
    expect([(await fetch(String(asset_url))).status, await imagesUsed(ada)]).toEqual([404, 1])
  })

  verifies(
    'PLA-4.8-8',
    'deleteImage 404 for another tenant’s image as for an absent one; the image stays',
    async () => {
      const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
      const { id } = (await generateAs(ada)).body
      const foreign = await remove(bob, id)
      const absent = await remove(bob, 'none')
      expect([foreign.status, foreign.body]).toEqual([404, absent.body])
      expect((await getImage(ada, id)).status).toBe(200)
    },
  )

  test.each(['processing', 'encoding'])('deleteImage 409 while it is %s, 204 afterwards', async (state) => {
    const ada = await newPerson()
    const { id } = (await generateAs(ada)).body
    await setState(ada, id, state)
    const { status, body } = await remove(ada, id)
    expect([status, body.code, (await getImage(ada, id)).body.status]).toEqual([409, 'still_processing', 'processing'])
    await setState(ada, id, 'completed')
    expect((await remove(ada, id)).status).toBe(204)
  })

  verifies('PLA-4.8-5', 'every operation returns 502 while the image service fails', async () => {
    const ada = await newPerson()
    for (const operation of [() => list(ada), () => getImage(ada, 'x'), () => remove(ada, 'x')]) {
      // The call is retried once.
      for (const nth of [1, 2]) await killAt('images-api', 'before', nth)
      const { status, body } = await operation()
      expect([status, (body as { code?: string }).code]).toEqual([502, 'upstream_failed'])
    }
  })

  test('returns the same for a session and a key of the organization', async () => {
    const ada = await newPerson()
    const { id } = (await generateAs(ada)).body
    const createdKey = await asPerson<{ key: string }>(ada, 'POST', '/api/keys', {
      body: { name: 'a' },
      as: 'createApiKey',
    })
    const { body } = await call<{ images: Image[] }>('GET', '/api/images', {
      key: createdKey.body.key,
      as: 'listImages',
    })
    expect(body.images.map((image) => image.id)).toEqual([id])
  })
})
