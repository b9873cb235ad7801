import { endpoint, nameText, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS } from './rates.ts'

const tags = ['trust']

const WRITES: RateDefinition = { requests: 60, window: '1m', by: 'caller', pool: 'trust-page' }

const Color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be #rrggbb')

const colors = {
  light: Color.describe('On a light ground'),
  dark: Color.describe('On a dark ground'),
}

const ABOUT_ACCENT =
  'Color of links and buttons, with a contrast of 4.5 to its ground: no single color has that to both'

const settings = {
  displayName: nameText(120).optional().describe('Above the page; without it the name in the receipt'),
  accent: z.strictObject(colors).optional().describe(ABOUT_ACCENT),
  website: z
    .string()
    .max(500)
    .regex(/^https:\/\/[!#-&(-;=?-[\]-~]+$/, 'must be an address of https, in ASCII')
    .optional(),
  securityContact: z
    .string()
    .max(500)
    .regex(/^(?:mailto:|https:\/\/|tel:)[!#-&(-;=?-[\]-~]+$/, 'must begin with mailto:, https:// or tel:, in ASCII')
    .optional()
    .describe('Whom to tell of a weakness, as in security.txt (RFC 9116)'),
}

export const TrustPageSettings = z
  .object({
    ...settings,
    accent: z.object(colors).optional().describe(ABOUT_ACCENT),
    updated_at: z.iso.datetime().nullable().describe('null: nothing was chosen yet'),
  })
  .meta({ id: 'TrustPageSettings' })
export type TrustPageSettings = z.output<typeof TrustPageSettings>

export const getPageSettings = endpoint({
  name: 'getTrustPageSettings',
  summary: 'Settings of trust pages',
  description: 'What the organization chose for all of its pages.',
  tags,
  route: 'GET /api/trust/page',
  authority: 'scope:trust:read',
  rate: READS,
  responses: { 200: { description: 'The settings', schema: TrustPageSettings } },
  errors: ['unavailable'],
})

export const putPageSettings = endpoint({
  name: 'putTrustPageSettings',
  summary: 'Choose the settings of trust pages',
  description: 'Takes the place of all that was chosen before: what is left out is chosen no more.',
  tags,
  route: 'PUT /api/trust/page',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: { body: z.strictObject(settings), maxBodyBytes: 8_192 },
  responses: { 200: { description: 'The settings', schema: TrustPageSettings } },
  errors: ['unavailable'],
})
