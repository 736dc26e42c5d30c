/** Id of the bonus that the player is asked about giving up; none when absent. No schema: it is in the first load. */
export const rewardsSearch = ({ bonus }: { readonly bonus?: unknown }): { bonus?: string } =>
  /^\d+$/.test(String(bonus)) ? { bonus: String(bonus) } : {}
