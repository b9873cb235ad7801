import { CAIQ_VERSION, caiqAnswers, claimsOf, judgeIntake } from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AS_OF, anyIntake, type Edits, edited } from './world.ts'

const answers = (edits: Edits) => {
  const intake = edited(edits)
  return caiqAnswers(intake, judgeIntake(intake, AS_OF), AS_OF)
}
/** Returns the answer to one question with the ids of its findings. */
const answer = (id: string, edits: Edits) => {
  const caiqAnswer = answers(edits).find((candidate) => candidate.id === id)
  return caiqAnswer && [caiqAnswer.answer, ...caiqAnswer.findings]
}
const BASE = 'controlBaseline'
const SCOPE = `${BASE}.mfa.scope`
const AT_REST = `${BASE}.encryptionAtRest.algo`
const TLS = `${BASE}.encryptionInTransit.tlsVersion`
const IAM = `${BASE}.iam.model`
const PWD = `${BASE}.passwordManager.coverage`
const DAYS = `${BASE}.logging.retentionDays`
const WKS = `${BASE}.workstationSecurity`
const certificationEdit = (name: string, status: string, lastAudit?: string): Edits => ({
  [`certifications.${name}`]: lastAudit === undefined ? { status } : { status, lastAudit },
})

describe('CAIQ answers', () => {
  it('a clean intake answers every supported question with its claims', () => {
    const summaries = answers(certificationEdit('soc2', 'type-ii', '2026-01-01')).map(
      ({ id, answer: yes, covers, claims }) => [...[id, yes, covers, claims.join(' ')]],
    )
    expect(summaries).toEqual([
      ['A&A-02.1', 'yes', 'part', 'soc2'],
      ['CEK-03.1', 'yes', 'part', 'encryptionAtRest encryptionInTransit'],
      ['IAM-05.1', 'yes', 'whole', 'iam'],
      ['IAM-14.1', 'yes', 'part', 'mfa'],
      ['IAM-15.1', 'yes', 'part', 'passwordManager'],
      ['LOG-02.1', 'yes', 'part', 'logRetentionDays logsCentralized'],
      ['TVM-06.1', 'yes', 'part', 'penTest'],
      ['UEM-06.1', 'yes', 'whole', 'screenLock'],
      ['UEM-08.1', 'yes', 'whole', 'diskEncryption'],
      ['UEM-09.1', 'yes', 'whole', 'endpointDetection'],
    ])
    expect(CAIQ_VERSION).toBe('4.0')
  })

  it.each([
    ['A&A-02.1', certificationEdit('iso27001', 'certified', '2025-11-27'), ['yes']],
    ['A&A-02.1', certificationEdit('iso27001', 'certified', '2025-11-26'), undefined],
    ['A&A-02.1', {}, ['no']],
    ['A&A-02.1', { 'companyProfile.customerTypes': ['government'] }, ['no', 'CRT-03']],
    ['A&A-02.1', certificationEdit('soc2', 'in-progress'), undefined],
    ['CEK-03.1', { [AT_REST]: 'cloud-provider-default', [TLS]: 'tls-1.2' }, ['yes']],
    ['CEK-03.1', { [AT_REST]: 'aes-128', dataHandled: ['phi'] }, ['yes', 'ENC-03']],
    ['CEK-03.1', { [AT_REST]: 'none' }, ['no', 'ENC-02']],
    ['CEK-03.1', { [TLS]: 'tls-1.1' }, ['no', 'TLS-03']],
    ['IAM-05.1', { [IAM]: 'role-based' }, undefined],
    ['IAM-05.1', { [IAM]: 'ad-hoc' }, ['no', 'IAM-02']],
    ['IAM-14.1', { [SCOPE]: 'privileged-only' }, ['yes', 'MFA-04']],
    ['IAM-14.1', { [SCOPE]: 'privileged-only', dataHandled: ['financial'] }, ['no', 'MFA-04']],
    ['IAM-14.1', { [SCOPE]: 'partial' }, ['no', 'MFA-04']],
    [
      'IAM-14.1',
      { [SCOPE]: 'none', compensatingControls: [{ gap: 'MFA-02', mitigation: 'x'.repeat(20), owner: 'Bo' }] },
      ['no', 'MFA-02'],
    ],
    ['IAM-15.1', { [PWD]: 'partial' }, undefined],
    ['IAM-15.1', { [PWD]: 'none' }, ['no', 'PWD-02']],
    ['LOG-02.1', { [DAYS]: 90 }, ['yes']],
    ['LOG-02.1', { [DAYS]: 89 }, undefined],
    ['LOG-02.1', { [`${BASE}.logging.centralized`]: false }, undefined],
    ['LOG-02.1', { [DAYS]: 29, dataHandled: ['pci'] }, ['no', 'LOG-01', 'LOG-02']],
    ['TVM-06.1', certificationEdit('penTest', 'none'), ['no']],
    ['TVM-06.1', { ...certificationEdit('penTest', 'none'), dataHandled: ['pci'] }, ['no', 'CRT-01']],
    ['TVM-06.1', certificationEdit('penTest', 'completed'), undefined],
    ['TVM-06.1', certificationEdit('penTest', 'scheduled'), undefined],
    ['UEM-06.1', { [`${WKS}.screenLock`]: false }, ['no', 'WKS-03']],
    ['UEM-08.1', { [`${WKS}.diskEncryption`]: false, dataHandled: ['health'] }, ['no', 'WKS-01']],
    ['UEM-08.1', { [`${WKS}.diskEncryption`]: false }, ['no']],
    ['UEM-09.1', { [`${WKS}.edr`]: false }, ['no', 'WKS-02']],
  ] as const)('%s with %j is %j', (id, edits, expected) => {
    expect(answer(id, edits as Edits)).toEqual(expected)
  })

  it.each([
    ['A&A-02.1', {}, ['soc2', 'iso27001']],
    ['A&A-02.1', certificationEdit('iso27001', 'certified', '2025-11-27'), ['iso27001']],
    ['CEK-03.1', { [AT_REST]: 'none' }, ['encryptionAtRest']],
    ['IAM-14.1', { [SCOPE]: 'privileged-only' }, ['mfa', 'dataHandled']],
    ['IAM-14.1', { [SCOPE]: 'none' }, ['mfa']],
    ['LOG-02.1', { [DAYS]: 29 }, ['logRetentionDays']],
  ] as const)('%s with %j lists only the claims that support the answer', (id, edits, expected) => {
    expect(answers(edits as Edits).find((candidate) => candidate.id === id)?.claims).toEqual(expected)
  })

  it('answers reference only existing claims and findings', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const verdict = judgeIntake(intake, AS_OF)
        const names = claimsOf(intake, verdict, AS_OF).map(({ name }) => name)
        const ids = verdict.findings.map(({ id }) => id)
        for (const { claims, findings } of caiqAnswers(intake, verdict, AS_OF)) {
          expect([claims.every((name) => names.includes(name)), findings.every((id) => ids.includes(id))]).toEqual([
            ...[true, true],
          ])
        }
      }),
    )
  })
})
