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
            { text: 'People', href: '/people' },
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
          what="key"
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
          <p>What it may spend in all.</p>
          <div class="actions">
            <Button kind="primary">Save the budget</Button>
          </div>
        </Dialog>
      ),
      confirm: () => (
        <ConfirmDialog title="Revoke the key “shop”?" action="Revoke access" onConfirm={nothing} onClose={nothing}>
          <p>Programs that use it are refused at once.</p>
        </ConfirmDialog>
      ),
      typed: () => (
        <ConfirmDialog
          title="Delete Foundry?"
          action="Delete the organization"
          typed="Foundry"
          fault="Others are in it."
          onConfirm={nothing}
          onClose={nothing}
        >
          <p>In 14 days everything is erased for good.</p>
        </ConfirmDialog>
      ),
    },
  },
]
