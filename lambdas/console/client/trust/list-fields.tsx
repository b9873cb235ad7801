import { CERTIFICATION_STATUSES, CERTIFICATIONS, DATA_ACCESS, INCIDENT_SEVERITIES, type Intake } from '@signet/posture'
import { Button, Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { Choices } from './choices.tsx'
import type { FieldsProps } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

const MOST = 100

type ListName = 'subprocessors' | 'incidentHistory' | 'compensatingControls'

/** Things of one kind: each with its fields, and ways to add and remove one. */
const Listed = <Name extends ListName>({
  name,
  title,
  noun,
  empty,
  draft,
  change,
  children,
}: Pick<FieldsProps, 'draft' | 'change'> & {
  readonly name: Name
  readonly title: string
  readonly noun: string
  readonly empty: Intake[Name][number]
  readonly children: (
    each: Intake[Name][number],
    set: (part: Partial<Intake[Name][number]>) => void,
    nth: number,
  ) => ComponentChildren
}) => {
  const all: readonly Intake[Name][number][] = draft[name]
  const put = (next: readonly Intake[Name][number][]) => change({ [name]: next } as Partial<Intake>)
  return (
    <Section title={title}>
      {all.map((each, at) => (
        <div class="stack tight" key={at}>
          {children(each, (part) => put(all.with(at, { ...each, ...part })), at)}
          <div class="row">
            <Button kind="quiet" onClick={() => put(all.toSpliced(at, 1))}>
              Remove {noun} {at + 1}
            </Button>
          </div>
        </div>
      ))}
      <div class="row">
        <Button
          kind="quiet"
          icon="plus"
          unavailable={all.length < MOST ? undefined : `At most ${MOST} are taken`}
          onClick={() => put([...all, empty])}
        >
          Add {noun}
        </Button>
      </div>
    </Section>
  )
}

const Subprocessors = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="subprocessors"
    title="Subprocessors"
    noun="subprocessor"
    empty={{ name: '', purpose: '', dataAccess: [], jurisdiction: '', dpaSigned: false }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Name"
            maxLength={200}
            value={each.name}
            onValue={(name) => set({ name })}
            fault={fields[`subprocessors[${nth}].name`]}
          />
          <TextField
            label="Purpose"
            maxLength={500}
            value={each.purpose}
            onValue={(purpose) => set({ purpose })}
            fault={fields[`subprocessors[${nth}].purpose`]}
          />
          <TextField
            label="Jurisdiction"
            maxLength={200}
            placeholder="Germany"
            value={each.jurisdiction}
            onValue={(jurisdiction) => set({ jurisdiction })}
            fault={fields[`subprocessors[${nth}].jurisdiction`]}
          />
          <Checkbox
            label="A data processing agreement is signed"
            isChecked={each.dpaSigned}
            onChecked={(dpaSigned) => set({ dpaSigned })}
          />
        </div>
        <Choices
          label="What it reaches"
          values={DATA_ACCESS}
          chosen={each.dataAccess}
          onChosen={(dataAccess) => set({ dataAccess })}
        />
      </>
    )}
  </Listed>
)

const Incidents = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="incidentHistory"
    title="Incidents"
    noun="incident"
    empty={{ date: '', severity: 'low', scope: '', resolution: '' }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Day"
            type="date"
            value={each.date}
            onValue={(date) => set({ date })}
            fault={fields[`incidentHistory[${nth}].date`]}
          />
          <Select
            label="Severity"
            value={each.severity}
            options={optionsOf(INCIDENT_SEVERITIES)}
            onValue={(severity) => set({ severity })}
          />
        </div>
        <TextArea
          label="What it reached"
          hint="Never public"
          rows={2}
          maxLength={2_000}
          value={each.scope}
          onValue={(scope) => set({ scope })}
        />
        <TextArea
          label="How it ended"
          hint="Never public; empty: it has not"
          rows={2}
          maxLength={2_000}
          value={each.resolution}
          onValue={(resolution) => set({ resolution })}
        />
      </>
    )}
  </Listed>
)

const CERTIFICATION_NAMES = { soc2: 'SOC 2', iso27001: 'ISO 27001', penTest: 'Penetration test' } as const

const Certifications = ({ draft: { certifications }, change, fields }: FieldsProps) => (
  <Section title="Certifications">
    {CERTIFICATIONS.map((name) => {
      const { lastAudit = '', status } = certifications[name]
      const set = (part: object) =>
        change({ certifications: { ...certifications, [name]: { ...certifications[name], ...part } } })
      return (
        <div class="control-row" key={name}>
          <Select
            label={CERTIFICATION_NAMES[name]}
            value={status}
            options={optionsOf(CERTIFICATION_STATUSES)}
            onValue={(value) => set({ status: value })}
          />
          <TextField
            label={`${CERTIFICATION_NAMES[name]}: last audit`}
            type="date"
            value={lastAudit}
            onValue={(day) => set({ lastAudit: day === '' ? undefined : day })}
            fault={fields[`certifications.${name}.lastAudit`]}
          />
        </div>
      )
    })}
  </Section>
)

const Compensations = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="compensatingControls"
    title="Compensating controls"
    noun="compensating control"
    empty={{ gap: '', mitigation: '', owner: '' }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Finding"
            placeholder="MFA-02"
            maxLength={200}
            value={each.gap}
            onValue={(gap) => set({ gap })}
            fault={fields[`compensatingControls[${nth}].gap`]}
          />
          <TextField
            label="Who answers for it"
            maxLength={200}
            value={each.owner}
            onValue={(owner) => set({ owner })}
          />
        </div>
        <TextArea
          label="What stands in for it"
          hint="20 characters or more; never public"
          rows={2}
          maxLength={2_000}
          value={each.mitigation}
          onValue={(mitigation) => set({ mitigation })}
        />
      </>
    )}
  </Listed>
)

/** Subprocessors, certifications, incidents, and what stands in for what is missing. */
export const ListFields = (props: FieldsProps) => (
  <>
    <Subprocessors {...props} />
    <Certifications {...props} />
    <Incidents {...props} />
    <Compensations {...props} />
  </>
)
