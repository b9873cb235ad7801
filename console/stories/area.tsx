import { PageHead, Section, Select } from '@signet/ui'
import { STORIES } from '@signet/ui/stories'
import { useParameter } from '../session/address.ts'

type Story = (typeof STORIES)[number]

const State = ({ story, state }: { readonly story: Story; readonly state: string }) => (
  <div class="stack tight" data-story={`${story.name}-${state.replaceAll(' ', '-')}`}>
    <p class="second small">{state}</p>
    <div>{story.states[state]?.()}</div>
  </div>
)

const StorySection = ({ of: story, only: selectedState }: { readonly of: Story; readonly only: string }) => {
  const names = Object.keys(story.states)
  const isOneAtATime = story.isOverlay === true
  const shownNames = isOneAtATime ? names.filter((name) => name === selectedState) : names
  return (
    <Section title={story.name}>
      {isOneAtATime && (
        <div class="row">
          {names.map((name) => (
            <a key={name} href={`/stories?story=${story.name}&state=${name}`}>
              {name}
            </a>
          ))}
        </div>
      )}
      <div class="columns">
        {shownNames.map((state) => (
          <State key={state} story={story} state={state} />
        ))}
      </div>
    </Section>
  )
}

export const Area = () => {
  const [name, setName] = useParameter('story')
  const [state] = useParameter('state')
  const stories = STORIES.filter((story) => name === '' || story.name === name)
  return (
    <div class="stack wide">
      <PageHead title="Components" about="All components of @signet/ui in all states." />
      <Select
        label="Component"
        value={name}
        onValue={setName}
        options={[{ value: '', text: 'All' }, ...STORIES.map((story) => ({ value: story.name, text: story.name }))]}
      />
      {stories.map((story) => (
        <StorySection key={story.name} of={story} only={state} />
      ))}
    </div>
  )
}
