import { Facts, Failure, Section, Time } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { type Flag, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { invalidateLater } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { flagAddress } from './flag-tabs.tsx'
import { useEnvironment } from './queries.ts'
import { useCacheFlag } from './use-cache-flag.ts'

const TYPE_TEXTS: Readonly<Record<Flag['type'], string>> = {
  boolean: 'On or off',
  percentage: 'Percentage of users',
  variant: 'Variants',
}

const DeleteFlagButton = ({ of: { key, version } }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { route } = useLocation()
  return (
    <ConfirmButton
      text="Delete…"
      title={`Delete ${key}?`}
      action="Delete flag"
      requiredText={key}
      work={() => flags.deleteFlag({ key, environment, 'if-match': `"${version}"` })}
      onDone={() => {
        void invalidateLater('flags')
        route(flagAddress('/flags', environment))
      }}
    >
      <p>Applications will use the default in their code. The audit log is retained and can restore the flag.</p>
    </ConfirmButton>
  )
}

export const FlagSettings = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { key, version, archived = false } = flag
  const archive = useAction(() => flags.updateFlag({ key, environment, version, archived: !archived }), useCacheFlag())
  return (
    <div class="stack wide">
      <Section title="Details">
        <Facts
          facts={[
            ['Type', TYPE_TEXTS[flag.type]],
            ['Version', version],
            ['Attribute that keeps the value', [flag.by ?? 'user'].flat().join(', ')],
            ['User assignment algorithm', flag.bucketing],
            ['Created', <Time key="created" at={flag.createdAt} now={serviceNow()} />],
            ['Updated', <Time key="changed" at={flag.updatedAt} now={serviceNow()} />],
          ]}
        />
      </Section>
      <Section title={archived ? 'Archived' : 'Archiving and deletion'}>
        <p class="second">Applications evaluate an archived flag as unknown. You can unarchive it at any time.</p>
        {archive.fault && <Failure fault={archive.fault} />}
        <div class="row">
          <ActionButton of={archive}>{archived ? 'Unarchive flag' : 'Archive flag'}</ActionButton>
          <DeleteFlagButton of={flag} />
        </div>
      </Section>
    </div>
  )
}
