import { endpoint, nameText, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS } from './rates.ts'

const tags = ['trust']

const WRITES: RateDefinition = { requests: 60, window: '1m', by: 'caller', pool: 'trust-page' }

const Color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color in the format #rrggbb')

const colors = {
  light: Color.describe('Color on a light background'),
  dark: Color.describe('Color on a dark background'),
}

const ACCENT_DESCRIPTION =
  'Colors of links and buttons on a light and a dark background. The contrast ratio of each color and its background must be at least 4.5:1, which no single color meets for both backgrounds.'

const settings = {
  displayName: nameText(120)
    .optional()
    .describe('Name displayed at the top of the page; by default, the name in the receipt'),
  accent: z.strictObject(colors).optional().describe(ACCENT_DESCRIPTION),
  website: z
    .string()
    .max(500)
    .regex(/^https:\/\/[!#-&(-;=?-[\]-~]+$/, 'must be an https URL in ASCII')
    .optional(),
  securityContact: z
    .string()
    .max(500)
    .regex(/^(?:mailto:|https:\/\/|tel:)[!#-&(-;=?-[\]-~]+$/, 'must begin with mailto:, https:// or tel:, in ASCII')
    .optional()
    .describe('Contact for reporting vulnerabilities, as in security.txt (RFC 9116)'),
}

export const TrustPageSettings = z
  .object({
    ...settings,
    accent: z.object(colors).optional().describe(ACCENT_DESCRIPTION),
    updated_at: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last change; null if the settings have never been changed'),
  })
  .meta({ id: 'TrustPageSettings' })
export type TrustPageSettings = z.output<typeof TrustPageSettings>

export const getPageSettings = endpoint({
  name: 'getTrustPageSettings',
  summary: 'Get trust page settings',
  description: 'Returns the settings that apply to all trust pages of the organization.',
  tags,
  route: 'GET /api/trust/page',
  authority: 'scope:trust:read',
  rate: READS,
  responses: { 200: { description: 'Settings of the trust pages', schema: TrustPageSettings } },
  errors: ['unavailable'],
})

export const putPageSettings = endpoint({
  name: 'putTrustPageSettings',
  summary: 'Replace trust page settings',
  description: 'Replaces all settings. An omitted field is reset to its default.',
  tags,
  route: 'PUT /api/trust/page',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: { body: z.strictObject(settings), maxBodyBytes: 8_192 },
  responses: { 200: { description: 'Settings of the trust pages', schema: TrustPageSettings } },
  errors: ['unavailable'],
})
