import { AT_REST, COVERAGES, IAM_MODELS, type Intake, MFA_SCOPES, REVIEW_MODELS, TLS_VERSIONS } from '@signet/posture'
import { Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { type FieldsProps, numberOf } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

type Controls = Intake['controlBaseline']

const CHOSEN = [
  ['mfa', 'scope', 'MFA required for', 'MFA', MFA_SCOPES],
  ['encryptionAtRest', 'algo', 'Encryption at rest', 'encryption at rest', AT_REST],
  ['encryptionInTransit', 'tlsVersion', 'Minimum TLS version', 'TLS', TLS_VERSIONS],
  ['iam', 'model', 'Access model', 'access', IAM_MODELS],
  ['peerReview', 'model', 'Change review', 'reviews', REVIEW_MODELS],
] as const

interface OwnerProps {
  readonly name: keyof Controls
  readonly what: string
  readonly controls: Controls
  readonly set: (name: keyof Controls, part: object) => void
}

const Owner = ({ name, what, controls, set }: OwnerProps) => {
  const { owner, notes = '' } = controls[name]
  return (
    <>
      <TextField
        label={`Owner: ${what}`}
        maxLength={200}
        value={owner}
        onValue={(text) => set(name, { owner: text })}
      />
      <details class="control-notes" open={notes !== ''}>
        <summary>Notes: {what}</summary>
        <TextArea
          label={`Notes: ${what}`}
          isLabelHidden
          rows={2}
          maxLength={2_000}
          value={notes}
          onValue={(text) => set(name, { notes: text === '' ? undefined : text })}
        />
      </details>
    </>
  )
}

const Row = ({ children }: { readonly children: ComponentChildren }) => <div class="control-row">{children}</div>

interface PartProps {
  readonly controls: Controls
  readonly set: (name: keyof Controls, part: object) => void
  readonly owner: (name: keyof Controls, what: string) => ComponentChildren
}

const Passwords = ({ controls: { passwordManager }, set, owner }: PartProps) => (
  <Row>
    <Select
      label="Password manager for"
      value={passwordManager.coverage}
      options={optionsOf(COVERAGES)}
      onValue={(coverage) => set('passwordManager', { coverage })}
    />
    <TextField
      label="Password manager product"
      maxLength={200}
      value={passwordManager.tool}
      onValue={(tool) => set('passwordManager', { tool })}
    />
    {owner('passwordManager', 'passwords')}
  </Row>
)

const Logs = ({ controls: { logging }, set, owner, fault }: PartProps & { readonly fault: string | undefined }) => (
  <Row>
    <TextField
      label="Log retention (days)"
      name="controlBaseline.logging.retentionDays"
      type="number"
      min={0}
      value={String(logging.retentionDays)}
      onValue={(text) => set('logging', { retentionDays: numberOf(text) })}
      fault={fault}
    />
    <Checkbox
      label="Centralized logging"
      isChecked={logging.centralized}
      onChecked={(centralized) => set('logging', { centralized })}
    />
    {owner('logging', 'logs')}
  </Row>
)

const WORKSTATIONS = [
  ['screenLock', 'Screen lock'],
  ['diskEncryption', 'Disk encryption'],
  ['edr', 'Endpoint detection'],
] as const

const Workstations = ({ controls: { workstationSecurity: workstation }, set, owner }: PartProps) => (
  <Row>
    {WORKSTATIONS.map(([member, label]) => (
      <Checkbox
        key={member}
        label={label}
        isChecked={workstation[member]}
        onChecked={(isChecked) => set('workstationSecurity', { [member]: isChecked })}
      />
    ))}
    {owner('workstationSecurity', 'workstations')}
  </Row>
)

export const ControlFields = ({ draft: { controlBaseline: controls }, change, fields }: FieldsProps) => {
  const set = (name: keyof Controls, part: object) =>
    change({ controlBaseline: { ...controls, [name]: { ...controls[name], ...part } } })
  const owner = (name: keyof Controls, what: string) => <Owner name={name} what={what} controls={controls} set={set} />
  return (
    <Section title="Controls">
      <p class="second">Owners, notes and the password manager product are never public.</p>
      {CHOSEN.map(([name, member, label, owned, values]) => (
        <Row key={name}>
          <Select<string>
            label={label}
            value={(controls[name] as Readonly<Record<string, string>>)[member] ?? ''}
            options={optionsOf<string>(values)}
            onValue={(value) => set(name, { [member]: value })}
          />
          {owner(name, owned)}
        </Row>
      ))}
      <Passwords controls={controls} set={set} owner={owner} />
      <Logs controls={controls} set={set} owner={owner} fault={fields['controlBaseline.logging.retentionDays']} />
      <Workstations controls={controls} set={set} owner={owner} />
    </Section>
  )
}
