import { type ClaimValue, claimsOf, type Intake, judgeIntake, publishedPosture } from '@signet/posture'
import { type PageFrame, pageDocument } from '../../../lambdas/trust/page/page-document.ts'
import { pageView } from '../../../lambdas/trust/views/page-view.ts'
import type { PageContent } from '../../../lambdas/trust/views/read-page.ts'
import { AS_OF, edited } from '../posture/world.ts'
import { hashOf } from './trust-world.ts'

const repeat = <T>(count: number, item: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => item(nth))

/** An intake with twenty subprocessors of typical length. */
export const FULL_INTAKE: Intake = edited({
  subprocessors: repeat(20, (nth) => ({
    name: `Vendor of hosting ${nth} GmbH`,
    purpose: 'Hosting of the service, its database and its backups',
    dataAccess: ['pii', 'logs', 'metadata'],
    jurisdiction: 'Germany',
    dpaSigned: true,
  })),
  dataHandled: ['pii', 'financial', 'credentials'],
  'companyProfile.dataResidency': ['eu', 'uk', 'us'],
})

/** Page data with that intake, twenty documents and fifty mappings. */
export const fullRead = (): PageContent => {
  const verdict = judgeIntake(FULL_INTAKE, AS_OF)
  const claims = claimsOf(FULL_INTAKE, verdict, AS_OF).map(({ name, value }) => [name, value] as const)
  const posture = publishedPosture(Object.fromEntries(claims) as Readonly<Record<string, ClaimValue>>)
  const hash = hashOf('a')
  const row = {
    org: 'org',
    seq: 1,
    kind: 'ciso.intake',
    subject: hashOf('b'),
    issued_at: `${AS_OF}T10:00:00.000Z`,
    visibility: 'public' as const,
    payload: '',
    kid: '',
    sig: '',
    state: 'active' as const,
  }
  return {
    slug: 'a-company-of-some-name',
    org: 'org',
    hash,
    current: hash,
    receipt: { row, isValid: true, isRefused: false, posture },
    artifacts: repeat(20, (nth) => ({
      receipt_hash: hash,
      artifact_slug: `document-of-some-name-${nth}`,
      content_hash: hashOf('c'),
      mime_type: 'application/pdf' as const,
      byte_size: 1_234_567,
      display_name: `Report of the audit ${nth}, 2026`,
      excerpt: 'Scope of the audit, its findings, and the corrections that were completed before autumn this year.',
      signed: 1 as const,
      access: 'public' as const,
      created_at: '',
      updated_at: '',
      object: 'o',
    })),
    mappings: repeat(50, (nth) => ({
      slug: 'a-company-of-some-name',
      hash: hashOf((nth % 10).toString()),
      from: `2026-10-0${nth % 9}T10:00:00.000Z`,
    })),
    settings: {
      displayName: 'A company of some name',
      accent: { light: '#8a2be2', dark: '#c9a0ff' },
      updated_at: '',
      website: 'https://company.example/',
      securityContact: 'mailto:security@company.example',
    },
  }
}

const FRAME: PageFrame = {
  accent: { light: '#8a2be2', dark: '#c9a0ff' },
  path: (path) => path,
  url: 'https://trust.example/trust/a-company-of-some-name',
  program: 'https://trust.example/trust/assets/program/verify-0123456789abcdef.js',
}

/** Renders page data. */
export const pageHtml = (content: PageContent): string =>
  pageDocument(pageView(content, { today: AS_OF, urlOf: (path) => path }), FRAME)
