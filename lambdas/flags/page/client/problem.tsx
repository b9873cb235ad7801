/** An error in the words of the service. */
export const Problem = ({ problem }: { readonly problem: string | undefined }) =>
  problem ? (
    <p class="problem" role="alert">
      {problem}
    </p>
  ) : null
