/** An error in the words of the service. */
export const Problem = ({ problem }: { readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <p class="problem" role="alert">
      {problem}
    </p>
  )
