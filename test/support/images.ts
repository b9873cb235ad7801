import { type Answer, type Call, call } from './api.ts'
import { asPerson, type Person } from './people.ts'

/** An image as the platform returns it. */
export interface GeneratedImage {
  readonly id: string
  readonly job_id: string
  readonly state: string
  readonly original_prompt: string
  readonly final_prompt: string
  readonly asset_url: string | null
  readonly created_at: string
  readonly warning?: { readonly meter: string; readonly used: number; readonly limit: number }
  readonly code?: string
  readonly upgrade?: string
}

/** Creates an image through the platform; a draft by default. */
export const generateAs = (
  person: Person,
  body: object = {},
  headers: Call['headers'] = {},
): Promise<Answer<GeneratedImage>> =>
  asPerson<GeneratedImage>(person, 'POST', '/api/images/generate', {
    body: { prompt: 'a red fox', quality_tier: 'draft', ...body },
    headers: headers ?? {},
    as: 'generateImage',
  })

/** Returns the organization of the person. */
export const orgOf = async (person: Person): Promise<string> =>
  String((await asPerson(person, 'GET', '/api/account/me', { as: 'getMe' })).body.orgId)

/** Returns the number of images used in the cycle. */
export const imagesUsed = async (person: Person): Promise<number> => {
  const { body } = await asPerson<{ images: { used: number } }>(person, 'GET', '/api/usage', { as: 'getUsage' })
  return body.images.used
}

export const generateWithKey = (key: string, body: object = {}): Promise<Answer<GeneratedImage>> =>
  call<GeneratedImage>('POST', '/api/images/generate', {
    key,
    body: { prompt: 'a red fox', quality_tier: 'draft', ...body },
    as: 'generateImage',
  })
