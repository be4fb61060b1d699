export const missions = {
  missions: {
    title: 'Missions',
    claimReward: 'Claim Reward',
    empty: 'There are no missions yet.',
    emptyHint: 'Missions and their rewards will be listed here.',
  },
  missionDesk: {},
};
