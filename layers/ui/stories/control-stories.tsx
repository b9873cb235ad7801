import {
  Button,
  Checkbox,
  IconButton,
  LinkButton,
  RadioGroup,
  Segments,
  Select,
  Switch,
  TextArea,
  TextField,
} from '../src/index.ts'
import type { Story } from './story.ts'

const nothing = (): void => {}

const QUALITIES = [
  { value: 'draft', text: 'Draft' },
  { value: 'ultra', text: 'Ultra', unavailable: 'requires Pro' },
] as const

const PURPOSES = [
  { value: 'flags', text: 'An application reads flags', hint: 'Read and evaluate feature flags' },
  { value: 'images', text: 'A backend generates images', hint: 'See and generate images' },
  { value: 'closed', text: 'Unavailable', unavailable: 'Owners only' },
] as const

const buttons: Story = {
  name: 'Button',
  states: {
    plain: () => <Button>Save name</Button>,
    primary: () => <Button kind="primary">Generate</Button>,
    danger: () => <Button kind="danger">Delete…</Button>,
    quiet: () => <Button kind="quiet">Cancel</Button>,
    icon: () => <Button icon="plus">Create API key</Button>,
    busy: () => (
      <Button kind="primary" isBusy>
        Generate
      </Button>
    ),
    unavailable: () => <Button unavailable="Write a prompt first">Generate</Button>,
    link: () => <LinkButton href="/stories">Open</LinkButton>,
    'icon only': () => <IconButton name="copy" label="Copy" />,
    pressed: () => <IconButton name="theme" label="Dark" isPressed />,
  },
}

const fields: Story = {
  name: 'TextField',
  states: {
    empty: () => <TextField label="Name" placeholder="shop, production" value="" onValue={nothing} />,
    filled: () => <TextField label="Name" hint="Where you use it" value="shop" onValue={nothing} />,
    faulty: () => (
      <TextField label="Daily credits" type="number" value="-1" onValue={nothing} fault="must be at least 1 (got -1)" />
    ),
    code: () => <TextField label="Job" isMono value="01a2153e-1210-72a8" onValue={nothing} />,
    'without a label': () => <TextField label="Search" isLabelHidden type="search" value="" onValue={nothing} />,
  },
}

const areas: Story = {
  name: 'TextArea',
  states: {
    filled: () => <TextArea label="Prompt" rows={3} value="a lighthouse at dusk" onValue={nothing} />,
    faulty: () => <TextArea label="Prompt" value="" onValue={nothing} fault="must not be empty" />,
  },
}

const choices: readonly Story[] = [
  {
    name: 'Select',
    states: {
      filled: () => <Select label="Quality" value="draft" options={QUALITIES} onValue={nothing} />,
      faulty: () => (
        <Select label="Quality" value="draft" options={QUALITIES} onValue={nothing} fault="requires the Pro plan" />
      ),
    },
  },
  {
    name: 'RadioGroup',
    states: { filled: () => <RadioGroup label="Purpose" value="flags" options={PURPOSES} onValue={nothing} /> },
  },
  {
    name: 'Segments',
    states: {
      filled: () => (
        <Segments
          label="Period"
          value="day"
          options={[
            { value: 'day', text: 'Day' },
            { value: 'week', text: 'Week' },
          ]}
          onValue={nothing}
        />
      ),
    },
  },
  {
    name: 'Checkbox',
    states: {
      off: () => <Checkbox label="Hash mention IDs" isChecked={false} onChecked={nothing} />,
      on: () => <Checkbox label="Hash mention IDs" hint="With a key of the tenant" isChecked onChecked={nothing} />,
      unavailable: () => (
        <Checkbox label="export.zip" isChecked={false} onChecked={nothing} unavailable="The import failed" />
      ),
    },
  },
  {
    name: 'Switch',
    states: {
      off: () => <Switch label="On" isOn={false} onSwitch={nothing} />,
      on: () => <Switch label="On" isOn onSwitch={nothing} />,
    },
  },
]

export const controlStories: readonly Story[] = [buttons, fields, areas, ...choices]
