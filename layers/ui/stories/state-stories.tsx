import {
  Button,
  DropZone,
  Empty,
  Failure,
  LinkButton,
  NotAllowed,
  Notice,
  PageHead,
  Section,
  Skeleton,
} from '../src/index.ts'
import type { Story } from './story.ts'

const nothing = (): void => {}

export const stateStories: readonly Story[] = [
  {
    name: 'States',
    states: {
      skeleton: () => <Skeleton isAtOnce />,
      empty: () => (
        <Empty action={<Button kind="primary">New key</Button>} command="curl -s http://127.0.0.1:4000/api/keys">
          There is no key yet.
        </Empty>
      ),
      failed: () => (
        <Failure
          fault={{ message: 'Something went wrong on our side. Nothing of yours was lost.', requestId: '01a2153e' }}
          onRetry={nothing}
        />
      ),
      'not allowed': () => (
        <NotAllowed action={<LinkButton href="/billing">Upgrade</LinkButton>}>
          Owners and admins of the organization see its invoices.
        </NotAllowed>
      ),
    },
  },
  {
    name: 'Notice',
    states: {
      info: () => (
        <Notice>
          <p>One begins every 15 minutes.</p>
        </Notice>
      ),
      ok: () => (
        <Notice kind="ok">
          <p>The payment is booked.</p>
        </Notice>
      ),
      warn: () => (
        <Notice kind="warn" action={<Button>Billing</Button>}>
          <p>A payment has failed and will be tried again.</p>
        </Notice>
      ),
      danger: () => (
        <Notice kind="danger">
          <p>The endpoint did not answer.</p>
        </Notice>
      ),
    },
  },
  {
    name: 'DropZone',
    states: {
      empty: () => (
        <DropZone label="Choose an export" onFiles={nothing}>
          <p>Drop an export here.</p>
        </DropZone>
      ),
    },
  },
  {
    name: 'Layout',
    states: {
      head: () => (
        <PageHead title="Keys" about="Programs show a key with each request." actions={<Button>New key</Button>} />
      ),
      section: () => (
        <Section title="Usage" actions={<a href="/billing">Statement</a>}>
          <p>3 of 1,050 credits</p>
        </Section>
      ),
      card: () => (
        <Section title="Parameters" isCard>
          <p>Draft, 1:1</p>
        </Section>
      ),
    },
  },
]
