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
      skeleton: () => <Skeleton isImmediate />,
      empty: () => (
        <Empty action={<Button kind="primary">Create API key</Button>} command="curl -s http://127.0.0.1:4000/api/keys">
          Your API keys appear here. Create one to call the API.
        </Empty>
      ),
      failed: () => (
        <Failure
          fault={{ message: 'Something went wrong on our side. Your data was not changed.', requestId: '01a2153e' }}
          onRetry={nothing}
        />
      ),
      'not allowed': () => (
        <NotAllowed action={<LinkButton href="/billing">Upgrade</LinkButton>}>
          Only owners and admins can see invoices.
        </NotAllowed>
      ),
    },
  },
  {
    name: 'Notice',
    states: {
      info: () => (
        <Notice>
          <p>A cycle starts every 15 minutes.</p>
        </Notice>
      ),
      ok: () => (
        <Notice kind="ok">
          <p>Payment received.</p>
        </Notice>
      ),
      warn: () => (
        <Notice kind="warn" action={<Button>Billing</Button>}>
          <p>A payment failed and will be retried.</p>
        </Notice>
      ),
      danger: () => (
        <Notice kind="danger">
          <p>The endpoint did not respond.</p>
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
        <PageHead
          title="API keys"
          about="Your programs authenticate with API keys."
          actions={<Button>Create API key</Button>}
        />
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
