import type { Locator, Page } from 'playwright';

const MAX_PRESSES = 120;

/** A customer without a mouse: reaches everything with Tab, and fails where Tab doesn't lead. */
export function keyboardOf(page: Page) {
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

  const tabTo = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}`);
  };

  return {
    tabTo,
    async press(target: Locator, key = 'Enter'): Promise<void> {
      await tabTo(target);
      await page.keyboard.press(key);
    },
    /** Replaces the field's content. */
    async type(target: Locator, text: string): Promise<void> {
      await tabTo(target);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    /** Types an ISO date into a date field, in the order of its parts. */
    async typeDate(target: Locator, date: string): Promise<void> {
      await tabTo(target);
      const [year, month, day] = date.split('-');
      await page.keyboard.type(`${month}${day}${year}`);
    },
    /** Moves through a select's options with the arrow keys. */
    async choose(target: Locator, label: string): Promise<void> {
      await tabTo(target);
      const steps = await target.evaluate((element, label) => {
        const { options, selectedIndex } = element as HTMLSelectElement;
        return [...options].findIndex((option) => option.label === label) - selectedIndex;
      }, label);
      for (let step = 0; step < Math.abs(steps); step += 1)
        await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    },
  };
}
