/**
 * Inserts messages, and queues each for the devices of its player. Not a trigger of `message`, because its rows may be
 * on another machine.
 * @param insertion an `insert into message` without `returning`
 */
export const tellDevices = (insertion: string) => `with told as (
        ${insertion}
        returning bucket, account_id, id, at)
      insert into push (bucket, account_id, message_id, session_id, next_try_at, give_up_at)
        select told.bucket, told.account_id, told.id, session_id, told.at, told.at + interval '2 days'
        from told join push_subscription using (bucket, account_id)`
