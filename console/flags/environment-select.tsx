import { Button, Dialog, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { flags } from '../api/flags.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { DEFAULT_ENVIRONMENT, useEnvironment } from './queries.ts'

/** Value of the option that opens the dialog. No environment can have this name. */
const NEW_ENVIRONMENT = '+'
const NAME_PATTERN = /^[a-z][a-z0-9-]{0,31}$/

const NewEnvironment = ({
  onName,
  onClose,
}: {
  readonly onName: (name: string) => void
  readonly onClose: () => void
}) => {
  const [name, setName] = useState('')
  const isValidName = NAME_PATTERN.test(name)
  return (
    <Dialog title="New environment" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValidName) onName(name)
        }}
      >
        <TextField
          label="Name"
          hint="1 to 32 lowercase letters, digits and hyphens, starting with a letter. The environment is created with its first flag."
          value={name}
          onValue={setName}
          fault={
            name === '' || isValidName
              ? undefined
              : 'must be 1 to 32 characters of a-z, 0-9 and -, starting with a letter'
          }
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" unavailable={isValidName ? undefined : 'Enter a name first'}>
            Open environment
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const EnvironmentSelect = () => {
  const [environment, setEnvironment] = useEnvironment()
  const [isNaming, setNaming] = useState(false)
  const { data = [] } = useOrganizationQuery((organization) => ({
    queryKey: ['flags', organization, 'environments'],
    queryFn: async ({ signal }) => (await flags.listEnvironments({}, { signal })).environments,
  }))
  const names = [...new Set([DEFAULT_ENVIRONMENT, ...data.map((each) => each.environment), environment])]
  return (
    <>
      <Select
        label="Environment"
        value={environment}
        options={[
          ...names.map((value) => ({ value, text: value })),
          { value: NEW_ENVIRONMENT, text: 'New environment…' },
        ]}
        onValue={(value) => (value === NEW_ENVIRONMENT ? setNaming(true) : setEnvironment(value))}
      />
      {isNaming && (
        <NewEnvironment
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false)
            setEnvironment(name)
          }}
        />
      )}
    </>
  )
}
