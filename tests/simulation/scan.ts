import { live } from './story.ts';
for (let seed = Number(process.argv[2]); seed < Number(process.argv[3]); seed += 1) {
  const { faults, figures, done } = await live(seed, 2);
  const zero = Object.entries(figures).filter(([, n]) => n === 0).map(([k]) => k);
  console.log(seed, faults ? faults.slice(0, 2).join(' | ').slice(0, 300) : 'ok', zero.join(), figures.chats, figures.passedOn, figures.steps, done.size);
}
process.exit(0);
