import { CLAIMS_SCHEMA_VERSION, claimsOf, type Intake, judgeIntake, ruleSet } from '@signet/posture'
import { disclosuresOf } from '@signet/receipts'
import { canonicalJson } from '@signet/receipts/digest'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AS_OF, anyIntake, edited, faultFreeIntake } from './world.ts'

const claims = (intake: Intake) => claimsOf(intake, judgeIntake(intake, AS_OF), AS_OF)

/** Gives every private text of an intake a unique marker. */
const withMarkers = (intake: Intake): Intake => {
  const copy = structuredClone(intake)
  copy.companyProfile.employeeCount = 7_654_321
  for (const control of Object.values(copy.controlBaseline)) {
    control.owner = `SECRET owner ${control.owner}`
    control.notes = 'SECRET notes'
  }
  copy.controlBaseline.passwordManager.tool = 'SECRET tool'
  copy.certifications.penTest.scope = 'SECRET scope'
  for (const incident of copy.incidentHistory) {
    incident.scope = 'SECRET scope'
    incident.resolution = `SECRET ${incident.resolution}`
  }
  for (const control of copy.compensatingControls) {
    control.mitigation = `SECRET mitigation, and how it is done: ${control.mitigation}`
    control.owner = 'SECRET owner'
  }
  return copy
}

describe('claims', () => {
  it('contain exactly the public facts', () => {
    const intake = edited({
      dataHandled: ['pci', 'pii'],
      'companyProfile.dataResidency': ['uk', 'eu'],
      'controlBaseline.mfa.scope': 'partial',
      compensatingControls: [{ gap: 'MFA-03', mitigation: 'Networks are closed to all others', owner: 'Bo' }],
      incidentHistory: ['low', 'low', 'critical'].map((severity) => ({
        date: '2024-01-01',
        severity,
        scope: 'All',
        resolution: 'Done',
      })),
      'controlBaseline.workstationSecurity.edr': false,
      'certifications.soc2': { status: 'type-ii', lastAudit: '2026-02-03' },
    })
    expect(claims(intake).map(({ name, value }) => [name, value])).toEqual([
      ['organization', 'Loaf Ltd'],
      ['asOf', AS_OF],
      ['ruleset', { ruleset: 'ciso-rules@2026.11.1', sha256: ruleSet().sha256 }],
      ['findings', { open: 0, recovered: 1, warnings: 1 }],
      ['dataHandled', ['pii', 'pci']],
      ['dataResidency', ['eu', 'uk']],
      ['mfa', 'partial'],
      ['encryptionAtRest', 'aes-256'],
      ['encryptionInTransit', 'tls-1.3'],
      ['iam', 'least-privilege'],
      ['logRetentionDays', 365],
      ['logsCentralized', true],
      ['screenLock', true],
      ['diskEncryption', true],
      ['endpointDetection', false],
      ['passwordManager', 'universal'],
      ['peerReview', 'peer'],
      ['soc2', { status: 'type-ii', lastAudit: '2026-02-03' }],
      ['iso27001', { status: 'none' }],
      ['penTest', { status: 'completed', lastAudit: '2026-06-01' }],
      ['incidents', { low: 2, medium: 0, high: 0, critical: 1 }],
      [
        'subprocessors[0]',
        { name: 'AWS', purpose: 'Hosting', dataAccess: ['logs'], jurisdiction: 'Ireland', dpaSigned: true },
      ],
    ])
    expect(CLAIMS_SCHEMA_VERSION).toBe(1)
  })

  it('never disclose owners, notes, mitigations, incidents, tools or the number of employees', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const secret = withMarkers(intake)
        expect(JSON.stringify(secret)).toContain('SECRET')
        const serialized = canonicalJson(claims(secret))
        expect(serialized).not.toMatch(/SECRET|7654321/)
      }),
      { numRuns: 500 },
    )
  })

  it('can each be disclosed alone, for any intake', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const publicClaims = claims(intake)
        const members = Object.fromEntries(publicClaims.map(({ name, value }) => [name, value]))
        expect(Object.keys(members).length).toBe(publicClaims.length)
        expect(disclosuresOf(members, () => new Uint8Array(16)).disclosures).toHaveLength(publicClaims.length)
      }),
      { numRuns: 50 },
    )
  })

  it('require a valid date', () => {
    expect(() => claimsOf(faultFreeIntake(), judgeIntake(faultFreeIntake(), AS_OF), '2026-11-31')).toThrow(RangeError)
  })
})
