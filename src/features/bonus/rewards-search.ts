/** Id of the bonus that the player may give up. No schema, because this is in the first load. */
export const rewardsSearch = ({ bonus }: { readonly bonus?: unknown }): { bonus?: string } =>
  /^\d+$/.test(String(bonus)) ? { bonus: String(bonus) } : {}
