import { Button, ConfirmDialog, Dialog, Menu, Secret } from '../src/index.ts'
import type { Story } from './story.ts'

const nothing = (): void => {}

export const overlayStories: readonly Story[] = [
  {
    name: 'Menu',
    states: {
      text: () => (
        <Menu
          label="Organization: Foundry"
          text="Foundry"
          items={[
            { text: 'Foundry', isCurrent: true },
            { text: 'Members', href: '/people' },
          ]}
        />
      ),
      icon: () => (
        <Menu label="Actions" icon="more" items={[{ text: 'Revoke access…', isDanger: true, onChoose: nothing }]} />
      ),
    },
  },
  {
    name: 'Secret',
    states: {
      key: () => (
        <Secret
          what="API key"
          text="gen_0123456789"
          samples={[{ name: 'curl', language: 'bash', text: 'curl -s http://127.0.0.1:4001/v2/models' }]}
        />
      ),
    },
  },
  {
    name: 'Dialog',
    isOverlay: true,
    states: {
      plain: () => (
        <Dialog title="Budget of Claude" onClose={nothing}>
          <p>The total that the agent may spend.</p>
          <div class="actions">
            <Button kind="primary">Save budget</Button>
          </div>
        </Dialog>
      ),
      confirm: () => (
        <ConfirmDialog title="Revoke API key “shop”?" action="Revoke access" onConfirm={nothing} onClose={nothing}>
          <p>Requests with this key are rejected at once.</p>
        </ConfirmDialog>
      ),
      typed: () => (
        <ConfirmDialog
          title="Delete Foundry?"
          action="Delete organization"
          requiredText="Foundry"
          fault="The organization has other members."
          onConfirm={nothing}
          onClose={nothing}
        >
          <p>After 14 days, all data is permanently erased.</p>
        </ConfirmDialog>
      ),
    },
  },
]
