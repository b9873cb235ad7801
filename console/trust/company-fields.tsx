import {
  CICD,
  CLOUD_PROVIDERS,
  COMPUTE,
  CUSTOMER_TYPES,
  DATA_CLASSES,
  DATABASES,
  FUNDING_STAGES,
  type Intake,
  MONITORING,
  REGIONS,
} from '@signet/posture'
import { Section, Select, TextField } from '@signet/ui'
import { type FormState, fieldsOf } from '../session/draft-form.ts'
import { Choices } from './choices.tsx'
import { optionsOf } from './trust-words.ts'

export type FieldsProps = FormState<Intake>

/**
 * Binds inputs to the fields at a path of the draft. The input's name is the full path, which field errors refer to.
 */
export const fieldsAt = <Part extends object>(path: string, part: FormState<Part>) => {
  const field = fieldsOf(part)
  return <Name extends keyof Part & string>(fieldName: Name) => {
    const name = `${path}.${fieldName}`
    return { name, ...field(fieldName, name) }
  }
}

export const numberOf = (text: string): number => Math.trunc(Number(text)) || 0

const Company = ({ draft: { companyProfile: profile }, change, fields }: FieldsProps) => {
  const set = (part: Partial<Intake['companyProfile']>) => change({ companyProfile: { ...profile, ...part } })
  const field = fieldsAt('companyProfile', { draft: profile, change: set, fields })
  return (
    <Section title="Company">
      <div class="control-row">
        <TextField label="Name" required maxLength={200} {...field('name')} />
        <TextField
          label="Employees (never public)"
          name="companyProfile.employeeCount"
          type="number"
          min={0}
          value={String(profile.employeeCount)}
          onValue={(text) => set({ employeeCount: numberOf(text) })}
          fault={fields['companyProfile.employeeCount']}
        />
        <TextField label="Founded on" type="date" required {...field('foundingDate')} />
        <Select
          label="Funding"
          value={profile.fundingStage}
          options={optionsOf(FUNDING_STAGES)}
          onValue={(fundingStage) => set({ fundingStage })}
        />
      </div>
      <Choices
        label="Customers"
        values={CUSTOMER_TYPES}
        selected={profile.customerTypes}
        onChosen={(customerTypes) => set({ customerTypes })}
      />
      <Choices
        label="Data residency"
        values={REGIONS}
        selected={profile.dataResidency}
        onChosen={(dataResidency) => set({ dataResidency })}
      />
    </Section>
  )
}

const STACK_FIELDS = [
  ['cloudProvider', 'Cloud', CLOUD_PROVIDERS],
  ['compute', 'Compute', COMPUTE],
  ['database', 'Databases', DATABASES],
  ['monitoring', 'Monitoring', MONITORING],
  ['cicd', 'Build and delivery', CICD],
] as const

const Stack = ({ draft: { techStack }, change, fields }: FieldsProps) => (
  <Section title="Infrastructure">
    {STACK_FIELDS.map(([name, label, values]) => (
      <Choices<string>
        key={name}
        label={label}
        name={`techStack.${name}`}
        values={values}
        selected={techStack[name]}
        onChosen={(chosen) => change({ techStack: { ...techStack, [name]: chosen } })}
        fault={fields[`techStack.${name}`]}
      />
    ))}
  </Section>
)

export const CompanyFields = (props: FieldsProps) => (
  <>
    <Company {...props} />
    <Section title="Data">
      <Choices
        label="Data classes"
        name="dataHandled"
        hint="Customer data that your product processes. “None” excludes the others."
        values={DATA_CLASSES}
        selected={props.draft.dataHandled}
        onChosen={(dataHandled) => props.change({ dataHandled })}
        fault={props.fields.dataHandled}
      />
    </Section>
    <Stack {...props} />
  </>
)
