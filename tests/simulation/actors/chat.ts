import { listPicturedItems, uploadItem } from '../model/items.ts';
import { listPictured, upload } from '../model/receipts.ts';
import { type Expected, OK, type State } from '../model/state.ts';
import { CHATTERS } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Kind } from '../step.ts';
import { PICTURE } from './customer.ts';
import { shareIn } from './payers.ts';

/** What the club works on right after Meta's call. */
const JOBS = ['whatsapp callbacks', 'pictures of whatsapp'];

/** Something that a person sends to the club's number. */
function byWhatsapp(
  name: string,
  weight: number,
  choose: (sim: Simulation, random: Random) => { person: string } | null,
  content: (sim: Simulation) => Record<string, unknown>,
  model: (state: State, person: string, now: number) => Expected,
): Kind {
  return {
    name,
    weight,
    choose,
    act: (sim, { person }) => ({
      send: async (current) => {
        const { chat } = current.world.providers;
        const call = chat.receive(current.person(person).phone, content(sim));
        const answer = await current.send(null, 'POST', '/api/whatsapp', call.body, call.headers);
        for (const job of JOBS) await current.world.runJob(job);
        return answer;
      },
      model: (state, now) => model(state, person, now),
    }),
  };
}

const anyone = (_: Simulation, random: Random) => ({ person: random.pick(CHATTERS).id });

export const CHAT_KINDS: Kind[] = [
  byWhatsapp(
    'send a picture',
    10,
    (sim, random) => {
      // Meta shows no picture while it knows the club's token no more, and none while it is down.
      if (['down', 'expired'].includes(sim.world.providers.faults.chat)) return null;
      const owing = CHATTERS.filter(({ id }) => {
        return listPictured(sim.state, id, sim.now).length + listPicturedItems(sim.state, id).length > 0;
      });
      const person = random.maybe(owing);
      return person ? { person: person.id } : null;
    },
    (sim) => {
      const { media } = sim.world.providers.chat.graph;
      const id = `picture${media.size + 1}`;
      media.set(id, { bytes: PICTURE });
      return { type: 'image', image: { id } };
    },
    (state, person, now) => {
      // Of several, the person is asked which.
      const parts = listPictured(state, person, now);
      const items = listPicturedItems(state, person);
      if (parts.length + items.length > 1) return OK;
      for (const [booking, payer] of parts) upload(state, ...shareIn(state, booking.id, payer.id), now);
      for (const item of items) uploadItem(state, item, now);
      return OK;
    },
  ),
  byWhatsapp(
    'write to the club',
    2,
    anyone,
    () => ({ type: 'text', text: { body: 'Do you have balls?' } }),
    () => OK,
  ),
  byWhatsapp(
    'write STOP',
    1,
    anyone,
    () => ({ type: 'text', text: { body: 'Stop' } }),
    (state, person, now) => {
      state.stopped[person] = now;
      return OK;
    },
  ),
];
